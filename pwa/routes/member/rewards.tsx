/**
 * Redeems a reward for a customer: reserves the points at once; the coupon appears once the server
 * confirms.
 */

import { useState } from 'react'
import type { CustomerDetail } from '#pwa/loyalty/customer.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatDiscount } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { readWords } from './acts.ts'
import { Redemption } from './redemption.tsx'
import { useRedeem } from './use-redeem.ts'
import type { AskedRedemption } from './use-redemption.ts'

interface CustomerRewardsProps {
  memberId: string
  memberName: string
  detail: CustomerDetail
}

export function CustomerRewards({ memberId, memberName, detail }: CustomerRewardsProps) {
  const [asked, setAsked] = useState<AskedRedemption | null>(null)
  if (!asked) return <Offered memberId={memberId} detail={detail} onAsked={setAsked} />
  return (
    <div ref={showWhole}>
      <Redemption
        key={asked.couponId}
        asked={asked}
        memberId={memberId}
        memberName={memberName}
        detail={detail}
        onAsked={setAsked}
        onDone={(act) => {
          setAsked(null)
          if (act) showToast({ title: readWords(act.meanwhile ?? act.sentence) })
        }}
      />
    </div>
  )
}

/** Below a member's figures, a phone would show only the coupon's first lines. */
function showWhole(redemption: HTMLElement | null) {
  redemption?.scrollIntoView({ block: 'nearest' })
}

interface OfferedProps {
  memberId: string
  detail: CustomerDetail
  onAsked: (asked: AskedRedemption) => void
}

function Offered({ memberId, detail, onAsked }: OfferedProps) {
  const { rewards, timeZone } = useRewards()
  const redeem = useRedeem(memberId, onAsked)
  const offered = rewards.filter((reward) => canBeRedeemed(reward, timeZone))
  const points = detail.customer?.points ?? 0
  if (offered.length === 0) return <EmptyState sentence={customerTexts.noRewards} />
  return (
    <div className="flex flex-col gap-4">
      {detail.redemptions.map((redemption) => (
        <p
          key={redemption.operationId}
          className="flex flex-wrap items-center gap-2 rounded-md bg-notice-soft px-4 py-3 text-notice text-sm"
        >
          <span>{redemption.rewardName}</span>
          {redemption.couponCode ? (
            <strong translate="no" className="tracking-wide">
              {redemption.couponCode}
            </strong>
          ) : (
            <SyncBadge state={redemption.sync} />
          )}
        </p>
      ))}
      <ul className="flex flex-col divide-y divide-line">
        {offered.map((reward) => (
          <li key={reward.id} className="flex min-h-14 flex-wrap items-center gap-3 py-2.5">
            <div className="min-w-[min(10ch,100%)] flex-1">
              <bdi translate="no" className="wrap-anywhere block font-medium">
                {reward.name}
              </bdi>
              <p className="text-ink-faint text-sm">
                <KeptWords>
                  {customerTexts.rewardCost(reward.pointsRequired, formatDiscount(reward, keep))}
                </KeptWords>
              </p>
            </div>
            <Button
              look="secondary"
              size="lg"
              wraps
              disabled={points < reward.pointsRequired}
              onClick={() => void redeem(reward)}
            >
              {points < reward.pointsRequired
                ? customerTexts.notEnoughPoints
                : customerTexts.redeem}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
