/** Asks before points are spent, then puts the redemption into the outbox. */
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { formatNumber } from '#pwa/ui/format.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { redeemReward } from '#pwa/visitor/redeem.ts'
import { discountText, type Reward } from '#schema/contract/reward.ts'

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
        title: 'Redemption Failed',
        description: 'This phone could not save it, so nothing was spent. Please free some space.',
        tone: 'destructive',
      })
    }
    onClose()
  }

  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={`Redeem ${reward.name}?`}
      description={`${formatNumber(reward.pointsRequired)} points for ${discountText(reward)} OFF. You get a coupon to show at the counter.`}
    >
      <div className="flex flex-col gap-3">
        <Button look="brand" size="lg" busy={busy} onClick={() => void redeem()}>
          Redeem
        </Button>
        <Button look="secondary" size="lg" onClick={onClose}>
          Keep My Points
        </Button>
      </div>
    </Dialog>
  )
}
