/**
 * Prints several QR codes in the business's name and colors, four to a page. The device draws them,
 * so it works offline.
 */
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { businessTexts } from '#pwa/texts/business.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { printedSignUpUrl } from '#schema/contract/address.ts'
import type { Business } from '#schema/contract/business.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'
import { PrintedCode } from './printed-code.tsx'

interface QrSheetProps {
  business: Business
  /** Only active codes. */
  qrCodes: readonly QrCode[]
  onClose: () => void
}

export function QrSheet({ business, qrCodes, onClose }: QrSheetProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = qrCodes.filter(({ id }) => !left.has(id))
  const toggle = (id: string, isChosen: boolean) =>
    setLeft(new Set(isChosen ? [...left].filter((each) => each !== id) : [...left, id]))
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.sheet}
      description={texts.sheetHint}
    >
      <ul aria-label={texts.title}>
        {qrCodes.map(({ id, name, locationName }) => (
          <li key={id}>
            <Checkbox
              checked={!left.has(id)}
              onChange={(event) => toggle(id, event.target.checked)}
              label={
                <bdi translate="no" className="wrap-anywhere">
                  {name || businessTexts.untitled}
                </bdi>
              }
              hint={
                locationName && (
                  <bdi translate="no" className="wrap-anywhere">
                    {locationName}
                  </bdi>
                )
              }
            />
          </li>
        ))}
      </ul>
      <PrintedSheet business={business} qrCodes={chosen} />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          <span>{texts.printCount(chosen.length)}</span>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function PrintedSheet({ business, qrCodes }: Omit<QrSheetProps, 'onClose'>) {
  return createPortal(
    <div data-print-sheet="grid" className="hidden">
      {qrCodes.map(({ id, code, name, locationName }) => (
        <PrintedCode
          key={id}
          business={business}
          url={addressOf(code)}
          name={name || businessTexts.untitled}
          place={locationName || name}
        />
      ))}
    </div>,
    document.body,
  )
}

function addressOf(code: string): string {
  return printedSignUpUrl(location.origin, code)
}
