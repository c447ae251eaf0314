/** On a till her card moves to her own phone, and the page is ready for the next customer. */

import { QrImage } from '#pwa/routes/card/member-qr.tsx'
import { Button } from '#pwa/ui/button.tsx'

interface TillEndProps {
  customerId: string
  onNext: () => void
}

export function TillEnd({ customerId, onNext }: TillEndProps) {
  return (
    <>
      <div className="flex flex-col items-center gap-3 text-ink-soft text-sm">
        <QrImage
          text={`${location.origin}/customer/${customerId}`}
          label="QR code that opens the card on the customer's own phone"
          className="size-44 border border-line"
        />
        <p>Scan this with your own phone to open your card. This device does not keep it.</p>
      </div>
      <Button look="brand" size="lg" onClick={onNext}>
        Next Customer
      </Button>
    </>
  )
}
