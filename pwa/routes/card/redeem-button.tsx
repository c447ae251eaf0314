/** Asks before points are spent, then puts the redemption into the outbox. */

import { useState } from 'react'
import { cardTexts } from '#pwa/texts/card.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { redeemReward } from '#pwa/visitor/redeem.ts'
import { discountText } from '#schema/contract/discount.ts'
import type { Reward } from '#schema/contract/reward.ts'

interface RedeemDialogProps {
  customerId: string
  reward: Reward
  onClose: () => void
}

export function RedeemDialog({ customerId, reward, onClose }: RedeemDialogProps) {
  const [busy, setBusy] = useState(false)

  async function redeem() {
    setBusy(true)
    try {
      await redeemReward(customerId, reward)
    } catch {
      showToast({
        title: cardTexts.redemptionFailed,
        description: cardTexts.notSpent,
        tone: 'destructive',
      })
    }
    onClose()
  }

  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={cardTexts.redeemOf(reward.name)}
      description={cardTexts.redeemMeaning(reward.pointsRequired, discountText(reward))}
    >
      <div className="flex flex-col gap-3">
        <Button look="brand" size="lg" busy={busy} onClick={() => void redeem()}>
          {cardTexts.redeem}
        </Button>
        <Button look="secondary" size="lg" onClick={onClose}>
          {cardTexts.keepPoints}
        </Button>
      </div>
    </Dialog>
  )
}
