/** A QR code that opens the counter on another device, which then offers to install it. */
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'

export function SetUpDevice() {
  const [open, setOpen] = useState(false)
  const address = `${location.origin}/counter?do=install`
  return (
    <>
      <Button look="secondary" wraps onClick={() => setOpen(true)}>
        <QrCode size={18} aria-hidden="true" />
        {texts.setUpDevice}
      </Button>
      <Dialog
        open={open}
        onOpen={setOpen}
        title={texts.setUpDevice}
        description={texts.setUpDeviceHint}
      >
        <QrImage text={address} label={texts.setUpDeviceQr} className="mx-auto size-56" />
        <p className="wrap-anywhere select-all text-center text-ink-soft text-sm">{address}</p>
      </Dialog>
    </>
  )
}
