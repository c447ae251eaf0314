/** The menu of a QR code's row. */
import { ChartLine, CirclePause, CirclePlay, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import type { QrCode, QrCodeChanges } from '#schema/contract/qr-code.ts'
import type { CodeDialog } from './use-codes.ts'

/** Acts that a person has in a row, by their rights. */
export interface RowActs {
  mayManage: boolean
  mayAnalyze: boolean
  onShow: (qrCode: QrCode) => void
  onOpen: (dialog: CodeDialog) => void
  onChange: (qrCode: QrCode, changes: QrCodeChanges) => void
}

export function CodeMenu({ qrCode, acts }: { qrCode: QrCode; acts: RowActs }) {
  const isOffline = useObstacle() !== null
  const { mayAnalyze, onShow, onOpen } = acts
  const isShown = !qrCode.retiredAt
  const mayChange = acts.mayManage && isShown
  const items: (MenuItem | false)[] = [
    isShown && { label: texts.show, icon: <Eye />, onSelect: () => onShow(qrCode) },
    mayAnalyze && {
      label: texts.scans,
      icon: <ChartLine />,
      onSelect: () => onOpen({ kind: 'scans', qrCode }),
    },
    mayChange && {
      label: texts.edit,
      icon: <Pencil />,
      onSelect: () => onOpen({ kind: 'edit', qrCode }),
    },
    mayChange && { ...pauseOrResume(qrCode, acts), disabled: isOffline },
    mayChange && {
      label: texts.retire,
      icon: <Trash2 />,
      danger: true,
      apart: true,
      onSelect: () => onOpen({ kind: 'retire', qrCode }),
    },
  ]
  const shown = items.filter((item) => item !== false)
  if (shown.length === 0) return null
  return (
    <Menu label={texts.more(qrCode.name || businessTexts.untitled)} items={shown}>
      <Button look="ghost" size="icon">
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
    </Menu>
  )
}

function pauseOrResume(qrCode: QrCode, { onChange }: RowActs): MenuItem {
  return {
    label: qrCode.isActive ? texts.pause : texts.resume,
    icon: qrCode.isActive ? <CirclePause /> : <CirclePlay />,
    onSelect: () => onChange(qrCode, { isActive: !qrCode.isActive }),
  }
}
