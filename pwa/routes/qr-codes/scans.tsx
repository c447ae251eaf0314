/** Daily scans of one QR code, compared with the days before. */
import { lazy, Suspense, useState } from 'react'
import type { Metric } from '#pwa/routes/analytics/metrics.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { QrCode, QrCodeActivity } from '#schema/contract/qr-code.ts'

/** Charts load on demand; if their file can't be loaded, the numbers still show. */
const ScansChart = lazy(() =>
  import('#pwa/routes/analytics/days-chart.tsx')
    .then((module) => ({ default: module.DaysChart<QrCodeActivity['totals']> }))
    .catch(() => ({ default: () => <></> })),
)

interface QrCodeScansProps {
  businessId: string
  qrCode: QrCode
  onClose: () => void
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const periods = [7, 30, 90] as const
const scans: Metric<QrCodeActivity['totals']> = {
  name: 'scans',
  read: (counted) => counted.scans,
  format: formatNumber,
  isCount: true,
}

export function QrCodeScans({ businessId, qrCode, onClose }: QrCodeScansProps) {
  const [days, setDays] = useState<(typeof periods)[number]>(30)
  const [isTableOpen, setTableOpen] = useState(false)
  const state = useCachedCall('business.qrCodeActivity', {
    params: { businessId, qrCodeId: qrCode.id },
    query: { days, timeZone },
  })
  const { data, error } = state
  // An answer for another period is about to be replaced.
  const shown = data?.series.length === days ? data : undefined
  return (
    <Dialog
      wide
      open
      onOpen={(open) => !open && onClose()}
      title={texts.scansOf(qrCode.name || texts.thisCode)}
    >
      <div className="flex flex-col gap-4">
        <div>
          <Segments
            legend={analyticsTexts.period}
            value={String(days)}
            onValue={(chosen) => setDays(periods.find((count) => String(count) === chosen) ?? 30)}
            segments={periods.map((count) => ({
              value: String(count),
              label: analyticsTexts.lastDays(count),
            }))}
          />
        </div>
        <LoadProblem of={{ ...state, data: shown }} />
        {shown && (
          <>
            <p className="text-ink-soft">
              {texts.scansInPeriod(
                formatNumber(shown.totals.scans),
                formatNumber(shown.before.scans),
                formatNumber(shown.totals.signUps),
              )}
            </p>
            <Suspense fallback={<Skeleton className="h-74 w-full" />}>
              <ScansChart
                metric={scans}
                series={shown.series}
                isTableOpen={isTableOpen}
                onTable={setTableOpen}
              />
            </Suspense>
          </>
        )}
        {!shown && error === undefined && <Skeleton className="h-74 w-full" />}
      </div>
    </Dialog>
  )
}
