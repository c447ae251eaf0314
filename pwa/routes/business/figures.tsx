/** The four cards above the dashboard's tabs. */
import { Gift, QrCode as QrCodeIcon, ScanLine, Users } from 'lucide-react'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { StatCard } from '#pwa/ui/stat-card.tsx'
import type { DashboardParts } from './dashboard-view.tsx'

export interface Counts {
  customers: number
  qrCodes: number
  scans: number
  activeRewards: number
  /** The business has more customers than this counts. */
  moreCustomers?: boolean
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
    <div className="mb-8 grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label={businessTexts.totalCustomers}
        value={
          counts?.moreCustomers ? (
            <AllCustomers businessId={businessId} onDevice={counts.customers} />
          ) : (
            count(counts?.customers)
          )
        }
        icon={<Users size={18} />}
      />
      {parts.hasCodes && (
        <>
          <StatCard
            label={businessTexts.qrCodes}
            value={count(counts?.qrCodes)}
            icon={<QrCodeIcon size={18} />}
          />
          <StatCard
            label={businessTexts.totalScans}
            value={count(counts?.scans)}
            icon={<ScanLine size={18} />}
          />
        </>
      )}
      {parts.hasProgram && (
        <StatCard
          label={businessTexts.activeRewards}
          value={count(counts?.activeRewards)}
          icon={<Gift size={18} />}
        />
      )}
    </div>
  )
}

/** For a business with more customers than a device holds, the total comes from the server. */
function AllCustomers({ businessId, onDevice }: { businessId: string; onDevice: number }) {
  const { data } = useSeenCall('business.get', { params: { businessId } })
  if (!data) return `${formatNumber(onDevice)}+`
  return formatNumber(Math.max(data.counts.customers, onDevice))
}
