/** The business's QR codes and how often each was scanned (spec.md §2). */
import { QrCode as QrCodeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#pwa/ui/badge.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay, formatNumber } from '#pwa/ui/format.ts'
import { type Column, Table } from '#pwa/ui/table.tsx'
import type { QrCode } from '#schema/contract/qr-code.ts'

interface QrCodesTableProps {
  qrCodes: QrCode[] | undefined
  action: ReactNode
  onOpen?: (qrCode: QrCode) => void
}

const columns: Column<QrCode>[] = [
  {
    name: 'Name',
    main: true,
    cell: (code) => <bdi className="font-medium">{code.name || 'Untitled'}</bdi>,
  },
  {
    name: 'Location',
    words: true,
    cell: (code) => <bdi>{code.locationName || 'No location'}</bdi>,
  },
  { name: 'Scans', numeric: true, cell: (code) => formatNumber(code.scanCount) },
  { name: 'Status', cell: (code) => <ActiveBadge isActive={code.isActive} /> },
  { name: 'Created', cell: (code) => formatDay(code.createdAt) },
]

export function QrCodesTable({ qrCodes, action, onOpen }: QrCodesTableProps) {
  return (
    <Table
      caption="QR codes"
      columns={columns}
      rows={qrCodes}
      keyOf={(code) => code.id}
      {...(onOpen && { onRow: onOpen })}
      empty={
        <EmptyState
          icon={<QrCodeIcon size={22} />}
          sentence="No QR codes yet. Make one, print it, and customers join by scanning it."
          action={action}
        />
      }
    />
  )
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
}
