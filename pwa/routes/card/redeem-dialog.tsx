/**
 * Asks before points are spent, adds the redemption to the outbox, and stays open with the result:
 * the coupon to show, or what has to happen first.
 */

import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatDiscount, formatDiscountAmount, isFreeItem } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import { NotSaved } from '#pwa/visitor/outbox.ts'
import { readRedemption, redeemReward } from '#pwa/visitor/redeem.ts'
import type { Reward } from '#schema/contract/reward.ts'
import { redemptionSentence } from './redemption.tsx'

interface RedeemDialogProps {
  customerId: string
  reward: Reward
  /** The redemption requested in this dialog; null before that. */
  askedId: string | null
  onAsked: (operationId: string) => void
  onClose: () => void
}

export function RedeemDialog({ customerId, reward, askedId, onAsked, onClose }: RedeemDialogProps) {
  // Reads the outbox row directly: once the card has the coupon, its list omits the redemption.
  const row = useLiveQuery(async () => askedId && (await readRedemption(askedId)), [askedId])
  const [busy, setBusy] = useState(false)

  async function redeem() {
    setBusy(true)
    try {
      onAsked(await redeemReward(customerId, reward))
    } catch (error) {
      const isFull = error instanceof NotSaved && error.isFull
      showToast({
        title: cardTexts.redemptionFailed,
        description: isFull ? cardTexts.notSpentFull : cardTexts.notSpentLost,
        tone: 'destructive',
      })
      onClose()
    }
  }

  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={row ? keep(reward.name) : cardTexts.redeemOf(keep(reward.name))}
      {...(!row && {
        description: cardTexts.redeemMeaning(
          reward.pointsRequired,
          isFreeItem(reward)
            ? cardTexts.freeItem(keep(formatDiscountAmount(reward)))
            : formatDiscount(reward, keep),
        ),
      })}
    >
      {row ? (
        <div className="flex flex-col gap-4">
          <Outcome row={row} />
          <Button look="brand" size="lg" onClick={onClose}>
            {cardTexts.done}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <Button look="brand" size="lg" busy={busy} onClick={() => void redeem()}>
            {cardTexts.redeem}
          </Button>
          <Button look="secondary" size="lg" onClick={onClose}>
            {cardTexts.keepPoints}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Outcome({ row }: { row: RedeemRow }) {
  const code = row.couponCode
  return (
    <div role="status" className="flex flex-col items-center gap-2 text-center">
      {code ? (
        <>
          <QrImage text={code} label={cardTexts.couponQr(code)} />
          <p translate="no" className="select-all font-mono font-semibold text-xl">
            {code}
          </p>
          <p className="text-ink-soft text-sm">{cardTexts.couponKept}</p>
        </>
      ) : (
        <p className={row.refusal ? 'text-danger' : 'text-ink-soft'}>{redemptionSentence(row)}</p>
      )}
    </div>
  )
}
