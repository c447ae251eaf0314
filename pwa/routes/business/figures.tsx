/** The four cards above the dashboard's tabs, small, because the day's figures lead. */
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { StatCard } from '#pwa/ui/stat-card.tsx'

export interface Counts {
  customers: number
  qrCodes: number
  scans: number
  activeRewards: number
  /** The business has more customers than this counts. */
  moreCustomers?: boolean
}

/** The parts that the business's features switch on. */
export interface DashboardParts {
  hasCodes: boolean
  hasProgram: boolean
}

interface FiguresProps {
  businessId: string
  counts: Counts | null
  parts: DashboardParts
}

export function Figures({ businessId, counts, parts }: FiguresProps) {
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatNumber(value)
  return (
    <div className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-3 lg:grid-cols-4">
      <StatCard
        slim
        label={businessTexts.totalCustomers}
        value={
          counts?.moreCustomers ? (
            <AllCustomers businessId={businessId} onDevice={counts.customers} />
          ) : (
            count(counts?.customers)
          )
        }
      />
      {parts.hasCodes && (
        <>
          <StatCard slim label={businessTexts.qrCodes} value={count(counts?.qrCodes)} />
          <StatCard slim label={businessTexts.totalScans} value={count(counts?.scans)} />
        </>
      )}
      {parts.hasProgram && (
        <StatCard slim label={businessTexts.activeRewards} value={count(counts?.activeRewards)} />
      )}
    </div>
  )
}

/** For a business with more customers than a device holds, the total comes from the server. */
function AllCustomers({ businessId, onDevice }: { businessId: string; onDevice: number }) {
  const { data } = useCachedCall('business.get', { params: { businessId } })
  if (!data) return `${formatNumber(onDevice)}+`
  return formatNumber(Math.max(data.counts.customers, onDevice))
}
