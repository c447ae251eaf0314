/** The QR Codes tab: the list and, for owners, rename, pause, retire, scans and print. */
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { Business } from '#schema/contract/business.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'
import { EditQrCodeDialog } from './edit-dialog.tsx'
import { QrCodeScans } from './scans.tsx'
import { QrSheet } from './sheet.tsx'
import { QrCodesTable } from './table.tsx'
import { useCodes } from './use-codes.ts'

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

export function QrCodesTab(props: QrCodesTabProps) {
  const { businessId, business, qrCodes, mayManage, mayAnalyze } = props
  const codes = useCodes(businessId, props.onChanged)
  const { dialog } = codes
  const active = (qrCodes ?? []).filter(({ isActive }) => isActive)

  return (
    <Card
      flush
      title={texts.title}
      actions={
        <>
          {active.length > 0 && business && (
            <Button look="ghost" onClick={() => codes.open({ kind: 'sheet' })}>
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
        acts={{
          mayManage,
          mayAnalyze,
          onShow: props.onOpen,
          onOpen: codes.open,
          onChange: codes.change,
        }}
      />
      {dialog?.kind === 'edit' && (
        <EditQrCodeDialog
          qrCode={dialog.qrCode}
          onSave={(changes) => codes.save(dialog.qrCode, changes)}
          onClose={codes.close}
        />
      )}
      {dialog?.kind === 'scans' && (
        <QrCodeScans businessId={businessId} qrCode={dialog.qrCode} onClose={codes.close} />
      )}
      {dialog?.kind === 'sheet' && business && (
        <QrSheet business={business} qrCodes={active} onClose={codes.close} />
      )}
      <RetireDialog codes={codes} />
    </Card>
  )
}

function RetireDialog({ codes }: { codes: ReturnType<typeof useCodes> }) {
  const { dialog, busy, close, change } = codes
  const obstacle = useObstacle()
  const retiring = dialog?.kind === 'retire' ? dialog.qrCode : null
  return (
    <ConfirmDialog
      open={retiring !== null}
      onOpen={(open) => !open && close()}
      title={texts.retireTitle}
      act={texts.retire}
      obstacle={obstacle}
      busy={busy}
      onConfirm={() => retiring && change(retiring, { retired: true })}
    >
      {texts.retireHint}
    </ConfirmDialog>
  )
}
