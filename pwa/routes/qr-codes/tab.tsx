/**
 * The QR Codes tab: the list and, for owners, rename, pause, retire, scans and print. Changes call
 * the server directly instead of going through the outbox: a leaked code is stopped only once the
 * server confirms it.
 */
import { ChartLine, CirclePause, CirclePlay, Eye, Pencil, Printer, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { MenuItem } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import type { QrCode, QrCodeChanges } from '#schema/contract/qr-code.ts'
import { EditQrCodeDialog } from './edit-dialog.tsx'
import { QrCodeScans } from './scans.tsx'
import { QrSheet } from './sheet.tsx'
import { QrCodesTable } from './table.tsx'

interface QrCodesTabProps {
  businessId: string
  business: Business | null
  qrCodes: readonly QrCode[] | undefined
  mayManage: boolean
  mayAnalyze: boolean
  createButton: ReactNode
  emptyButton: ReactNode
  onOpen: (qrCode: QrCode) => void
  onChanged?: (() => void) | undefined
}

interface Said {
  title: string
  description: string
}

export function QrCodesTab(props: QrCodesTabProps) {
  const { businessId, business, qrCodes, mayManage, mayAnalyze, onOpen, onChanged } = props
  const obstacle = useObstacle()
  const [editing, setEditing] = useState<QrCode | null>(null)
  const [retiring, setRetiring] = useState<QrCode | null>(null)
  const [looking, setLooking] = useState<QrCode | null>(null)
  const [printing, setPrinting] = useState(false)
  const active = (qrCodes ?? []).filter(({ isActive }) => isActive)
  const [busy, setBusy] = useState(false)

  async function change(qrCode: QrCode, body: QrCodeChanges): Promise<void> {
    const params = { businessId, qrCodeId: qrCode.id }
    await withFreshPassword(() => call('business.changeQrCode', { params, body }))
    onChanged?.()
  }

  async function act(qrCode: QrCode, body: QrCodeChanges, said: (name: string) => Said) {
    setBusy(true)
    try {
      await change(qrCode, body)
      showToast(said(qrCode.name || texts.thisCode))
      setRetiring(null)
    } catch (error) {
      showFailure(texts.failed, error)
    } finally {
      setBusy(false)
    }
  }
  const paused = (name: string) => ({ title: texts.paused, description: texts.pausedHint(name) })
  const resumed = (name: string) => ({ title: texts.resumed, description: texts.resumedHint(name) })
  const retired = (name: string) => ({ title: texts.retired, description: texts.retiredHint(name) })

  const menuOf = (qrCode: QrCode): MenuItem[] => {
    const items: (MenuItem | false)[] = [
      !qrCode.retiredAt && { label: texts.show, icon: <Eye />, onSelect: () => onOpen(qrCode) },
      mayAnalyze && {
        label: texts.scans,
        icon: <ChartLine />,
        onSelect: () => setLooking(qrCode),
      },
      mayManage &&
        !qrCode.retiredAt && {
          label: texts.edit,
          icon: <Pencil />,
          onSelect: () => setEditing(qrCode),
        },
      mayManage &&
        !qrCode.retiredAt &&
        (qrCode.isActive
          ? {
              label: texts.pause,
              icon: <CirclePause />,
              disabled: obstacle !== null,
              onSelect: () => void act(qrCode, { isActive: false }, paused),
            }
          : {
              label: texts.resume,
              icon: <CirclePlay />,
              disabled: obstacle !== null,
              onSelect: () => void act(qrCode, { isActive: true }, resumed),
            }),
      mayManage &&
        !qrCode.retiredAt && {
          label: texts.retire,
          icon: <Trash2 />,
          danger: true,
          apart: true,
          onSelect: () => setRetiring(qrCode),
        },
    ]
    return items.filter((item) => item !== false)
  }

  return (
    <Card
      flush
      title={texts.title}
      actions={
        <>
          {active.length > 0 && business && (
            <Button look="ghost" onClick={() => setPrinting(true)}>
              <Printer size={18} aria-hidden="true" />
              {texts.sheet}
            </Button>
          )}
          {props.createButton}
        </>
      }
    >
      <QrCodesTable
        qrCodes={qrCodes && [...qrCodes]}
        action={props.emptyButton}
        onOpen={onOpen}
        {...((mayManage || mayAnalyze) && { menuOf })}
      />
      {editing && (
        <EditQrCodeDialog
          qrCode={editing}
          onSave={(changes) => change(editing, changes)}
          onClose={() => setEditing(null)}
        />
      )}
      {looking && (
        <QrCodeScans businessId={businessId} qrCode={looking} onClose={() => setLooking(null)} />
      )}
      {printing && business && (
        <QrSheet business={business} qrCodes={active} onClose={() => setPrinting(false)} />
      )}
      <ConfirmDialog
        open={retiring !== null}
        onOpen={(open) => !open && setRetiring(null)}
        title={texts.retireTitle}
        act={texts.retire}
        obstacle={obstacle}
        busy={busy}
        onConfirm={() => retiring && void act(retiring, { retired: true }, retired)}
      >
        {texts.retireHint}
      </ConfirmDialog>
    </Card>
  )
}
