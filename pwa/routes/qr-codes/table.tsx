/** The business's QR codes with their scan counts. */

import { QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatNumber } from '#pwa/texts/format.ts'
import { qrCodeTexts } from '#pwa/texts/qr-codes.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'
import { CodeMenu, type RowActs } from './menu.tsx'

interface QrCodesTableProps {
  qrCodes: QrCode[] | undefined
  action: ReactNode
  acts: RowActs
}

const columnsOf = (acts: RowActs): Column<QrCode>[] => [
  {
    name: businessTexts.name,
    main: true,
    cell: (code) => (
      <bdi translate="no" className="font-medium">
        {code.name || businessTexts.untitled}
      </bdi>
    ),
  },
  {
    name: businessTexts.location,
    words: true,
    cell: (code) => <bdi translate="no">{code.locationName || businessTexts.noLocation}</bdi>,
  },
  { name: businessTexts.scans, numeric: true, cell: (code) => formatNumber(code.scanCount) },
  { name: businessTexts.status, cell: (code) => <StandingBadge code={code} /> },
  { name: businessTexts.created, cell: (code) => formatDay(code.createdAt) },
  ...(acts.mayManage || acts.mayAnalyze
    ? [
        {
          name: qrCodeTexts.columnActions,
          actions: 'menu' as const,
          cell: (code: QrCode) => <CodeMenu qrCode={code} acts={acts} />,
        },
      ]
    : []),
]

export function QrCodesTable({ qrCodes, action, acts }: QrCodesTableProps) {
  return (
    <Table
      caption={businessTexts.qrCodes}
      columns={columnsOf(acts)}
      rows={qrCodes}
      keyOf={(code) => code.id}
      onRow={acts.onShow}
      opens={({ retiredAt }) => !retiredAt}
      empty={
        <EmptyState
          icon={<QrCodeIcon size={22} />}
          sentence={businessTexts.noQrCodes}
          action={action}
        />
      }
    />
  )
}

function StandingBadge({ code }: { code: QrCode }) {
  if (code.retiredAt) return <Badge tone="danger">{qrCodeTexts.standingRetired}</Badge>
  return (
    <Badge tone={code.isActive ? 'success' : 'neutral'}>
      {code.isActive ? businessTexts.active : businessTexts.inactive}
    </Badge>
  )
}
