/**
 * On a till, the customer takes the card to their own phone, and the page gets ready for the next
 * customer.
 */

import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import { Button } from '#pwa/ui/button.tsx'

interface TillEndProps {
  /** null while the server can't open the card */
  customerId: string | null
  onNext: () => void
}

export function TillEnd({ customerId, onNext }: TillEndProps) {
  return (
    <>
      {customerId !== null && (
        <div className="flex flex-col items-center gap-3 text-ink-soft text-sm">
          <QrImage
            text={`${location.origin}/customer/${customerId}`}
            label={outcomeTexts.tillQr}
            className="size-44 border border-line"
          />
          <p>{outcomeTexts.tillHint}</p>
        </div>
      )}
      <Button look="brand" size="lg" onClick={onNext}>
        {outcomeTexts.nextCustomer}
      </Button>
    </>
  )
}
