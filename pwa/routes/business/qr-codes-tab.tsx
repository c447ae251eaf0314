/**
 * The QR Codes tab: the list, and for an owner renaming, retiring and bringing back. These are calls,
 * not queued work: a leaked code is retired when the server says so, and not before.
 */
import { CirclePlay, Eye, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { MenuItem } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { QrCode, QrCodeChanges } from '#schema/contract/qr-code.ts'
import { EditQrCodeDialog } from './edit-qr-code-dialog.tsx'
import { QrCodesTable } from './qr-codes-table.tsx'

interface QrCodesTabProps {
  businessId: string
  qrCodes: readonly QrCode[] | undefined
  mayManage: boolean
  createButton: ReactNode
  emptyButton: ReactNode
  onOpen: (qrCode: QrCode) => void
  onChanged?: (() => void) | undefined
}

export function QrCodesTab(props: QrCodesTabProps) {
  const { businessId, qrCodes, mayManage, onOpen, onChanged } = props
  const [editing, setEditing] = useState<QrCode | null>(null)
  const [retiring, setRetiring] = useState<QrCode | null>(null)
  const [busy, setBusy] = useState(false)

  async function change(qrCode: QrCode, body: QrCodeChanges): Promise<void> {
    const params = { businessId, qrCodeId: qrCode.id }
    await withFreshPassword(() => call('business.changeQrCode', { params, body }))
    onChanged?.()
  }

  async function setActive(qrCode: QrCode, isActive: boolean) {
    const name = qrCode.name || texts.thisCode
    setBusy(true)
    try {
      await change(qrCode, { isActive })
      showToast(
        isActive
          ? { title: texts.reactivated, description: texts.reactivatedHint(name) }
          : { title: texts.retired, description: texts.retiredHint(name) },
      )
      setRetiring(null)
    } catch (error) {
      showFailure(texts.failed, error)
    } finally {
      setBusy(false)
    }
  }

  const menuOf = (qrCode: QrCode): MenuItem[] => [
    { label: texts.show, icon: <Eye />, onSelect: () => onOpen(qrCode) },
    { label: texts.edit, icon: <Pencil />, onSelect: () => setEditing(qrCode) },
    qrCode.isActive
      ? {
          label: texts.retire,
          icon: <Trash2 />,
          danger: true,
          apart: true,
          onSelect: () => setRetiring(qrCode),
        }
      : {
          label: texts.reactivate,
          icon: <CirclePlay />,
          apart: true,
          onSelect: () => void setActive(qrCode, true),
        },
  ]

  return (
    <Card flush title={texts.title} actions={props.createButton}>
      <QrCodesTable
        qrCodes={qrCodes && [...qrCodes]}
        action={props.emptyButton}
        onOpen={onOpen}
        {...(mayManage && { menuOf })}
      />
      {editing && (
        <EditQrCodeDialog
          qrCode={editing}
          onSave={(changes) => change(editing, changes)}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={retiring !== null}
        onOpen={(open) => !open && setRetiring(null)}
        title={texts.retireTitle}
        act={texts.retire}
        busy={busy}
        onConfirm={() => retiring && void setActive(retiring, false)}
      >
        {texts.retireHint}
      </ConfirmDialog>
    </Card>
  )
}
