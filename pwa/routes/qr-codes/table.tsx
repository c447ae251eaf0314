/** The business's QR codes with their scan counts. */

import { Ellipsis, QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatNumber } from '#pwa/texts/format.ts'
import { qrCodeTexts } from '#pwa/texts/qr-codes.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import type { QrCode } from '#schema/contract/qr-code.ts'

interface QrCodesTableProps {
  qrCodes: QrCode[] | undefined
  action: ReactNode
  onOpen?: (qrCode: QrCode) => void
  /** Absent for people who may not change QR codes. */
  menuOf?: (qrCode: QrCode) => MenuItem[]
}

const columnsOf = (menuOf: QrCodesTableProps['menuOf']): Column<QrCode>[] => [
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
  ...(menuOf
    ? [
        {
          name: qrCodeTexts.columnActions,
          actions: 'menu' as const,
          cell: (code: QrCode) =>
            menuOf(code).length > 0 && (
              <Menu
                label={qrCodeTexts.more(code.name || businessTexts.untitled)}
                items={menuOf(code)}
              >
                <Button look="ghost" size="icon">
                  <Ellipsis size={18} aria-hidden="true" />
                </Button>
              </Menu>
            ),
        },
      ]
    : []),
]

export function QrCodesTable({ qrCodes, action, onOpen, menuOf }: QrCodesTableProps) {
  return (
    <Table
      caption={businessTexts.qrCodes}
      columns={columnsOf(menuOf)}
      rows={qrCodes}
      keyOf={(code) => code.id}
      {...(onOpen && { onRow: onOpen, opens: ({ retiredAt }: QrCode) => !retiredAt })}
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
