/** A business's campaigns with their results. */
import { CloudUpload, Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSending, type ShownCampaign } from '#pwa/loyalty/campaign.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { formatDiscount, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Progress } from '#pwa/ui/progress.tsx'
import { RowName } from '#pwa/ui/row-name.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { Audience } from '#schema/contract/campaign.ts'
import { CampaignMenu } from './menu.tsx'

interface CampaignsTableProps {
  campaigns: ShownCampaign[]
  /** Sending is on hold. */
  isOnHold: boolean
  /** Shown in the empty table. */
  action: ReactNode
  onEdit: (campaign: ShownCampaign) => void
  onResume: (campaign: ShownCampaign) => void
  onRemove: (campaign: ShownCampaign) => void
}

export function CampaignsTable(props: CampaignsTableProps) {
  const { campaigns, isOnHold, action, onEdit, ...acts } = props
  const columns: Column<ShownCampaign>[] = [
    {
      name: texts.columnCampaign,
      main: true,
      cell: (campaign) => <CampaignName campaign={campaign} />,
    },
    { name: texts.columnGiven, numeric: true, cell: ({ given }) => formatNumber(given) },
    { name: texts.columnSent, numeric: true, cell: ({ sent }) => formatNumber(sent) },
    { name: texts.columnOpened, numeric: true, cell: ({ opened }) => formatNumber(opened) },
    { name: texts.columnRedeemed, numeric: true, cell: ({ redeemed }) => formatNumber(redeemed) },
    { name: texts.columnRevenue, numeric: true, cell: ({ revenue }) => formatMoney(revenue) },
    {
      name: texts.columnStatus,
      cell: (campaign) => <CampaignStatus campaign={campaign} isOnHold={isOnHold} />,
    },
    {
      name: texts.columnActions,
      actions: 'menu',
      cell: (campaign) => <CampaignMenu campaign={campaign} onEdit={onEdit} {...acts} />,
    },
  ]
  return (
    <Table
      caption={texts.title}
      columns={columns}
      rows={campaigns}
      keyOf={({ id }) => id}
      onRow={onEdit}
      opens={({ finishedAt }) => !finishedAt}
      empty={<EmptyState icon={<Megaphone size={22} />} sentence={texts.empty} action={action} />}
    />
  )
}

function CampaignName({ campaign }: { campaign: ShownCampaign }) {
  const { name, audience, couponDays, audienceCount, given } = campaign
  const isRunning = isSending(campaign) && audienceCount !== null
  return (
    <div className="min-w-0">
      <RowName
        name={name}
        detail={texts.gives(
          audienceText(audience),
          texts.discountFor(formatDiscount(campaign), couponDays),
        )}
      />
      {isRunning && (
        <div className="mt-1.5 max-w-56">
          <Progress label={texts.sending} value={given} max={audienceCount} />
          <p className="mt-1 text-ink-soft text-sm">
            {texts.progress(formatNumber(given), formatNumber(audienceCount))}
          </p>
        </div>
      )}
    </div>
  )
}

function CampaignStatus({ campaign, isOnHold }: { campaign: ShownCampaign; isOnHold: boolean }) {
  if (campaign.isQueued) return <Badge icon={<CloudUpload size={13} />}>{texts.waiting}</Badge>
  if (campaign.finishedAt) return <Badge tone="success">{texts.finished}</Badge>
  if (!campaign.isActive) return <Badge>{texts.paused}</Badge>
  if (isOnHold) return <Badge tone="warning">{texts.onHold}</Badge>
  if (isSending(campaign)) return <Badge tone="notice">{texts.sending}</Badge>
  return <Badge tone="success">{texts.active}</Badge>
}

function audienceText(audience: Audience): string {
  switch (audience.kind) {
    case 'birthday':
      return texts.birthday(audience.daysBefore)
    case 'win_back':
      return texts.winBack(audience.days)
    case 'points':
      return texts.points(audience.points)
    case 'segment': {
      const { kind: _, ...bounds } = audience
      const isEveryone = Object.values(bounds).every((bound) => bound === null)
      return isEveryone ? texts.everyone : texts.someone
    }
  }
}
