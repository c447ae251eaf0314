/** Held welcome bonuses, each to grant or decline; decisions are saved on this device first. */
import { useState } from 'react'
import { decideWelcome } from '#pwa/loyalty/welcome.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatPercent } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { HeldWelcome } from '#schema/contract/attention.ts'
import type { Business } from '#schema/contract/business.ts'

interface HeldWelcomesProps {
  business: Business | null
  welcomes: readonly HeldWelcome[]
  onDecided: (memberId: string) => void
}

export function HeldWelcomes({ business, welcomes, onDecided }: HeldWelcomesProps) {
  const isOff = business?.features.loyalty === false
  const [declining, setDeclining] = useState<HeldWelcome | null>(null)

  async function decide(welcome: HeldWelcome, release: boolean) {
    setDeclining(null)
    const name = nameOf(welcome)
    try {
      await decideWelcome(welcome.memberId, release)
      onDecided(welcome.memberId)
      showToast(
        release
          ? { title: texts.released, description: texts.releasedHint(keep(name)) }
          : { title: texts.declined, description: texts.declinedHint(keep(name)) },
      )
    } catch (error) {
      showFailure(texts.notDecided, error)
    }
  }

  return (
    <Card
      flush
      title={texts.welcomes}
      description={
        isOff
          ? businessTexts.featureOff.loyalty
          : business &&
            texts.welcomesHint(
              business.welcomePoints,
              formatPercent(business.welcomeDiscountPercent),
            )
      }
    >
      <ul className="divide-y divide-line">
        {welcomes.map((welcome) => (
          <WelcomeRow
            key={welcome.memberId}
            welcome={welcome}
            isOff={isOff}
            onDecline={() => setDeclining(welcome)}
            onRelease={() => void decide(welcome, true)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={declining !== null}
        onOpen={(open) => !open && setDeclining(null)}
        title={declining ? texts.declineThis(keep(nameOf(declining))) : ''}
        act={texts.decline}
        onConfirm={() => declining && void decide(declining, false)}
      >
        {texts.declineMeaning}
      </ConfirmDialog>
    </Card>
  )
}

interface WelcomeRowProps {
  welcome: HeldWelcome
  /** The business has no loyalty program now, so nothing can be decided. */
  isOff: boolean
  onDecline: () => void
  onRelease: () => void
}

function WelcomeRow({ welcome, isOff, onDecline, onRelease }: WelcomeRowProps) {
  const name = nameOf(welcome)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere font-medium">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="break-all text-ink-soft text-sm">{welcome.email || welcome.phone}</p>
        <p className="text-ink-soft text-sm">
          {`${texts.joined(formatDay(welcome.createdAt))} · ${texts.why[welcome.why]}`}
        </p>
      </div>
      {!isOff && (
        <div className="flex gap-2">
          <Button look="secondary" size="lg" aria-label={texts.declineOf(name)} onClick={onDecline}>
            {texts.decline}
          </Button>
          <Button size="lg" aria-label={texts.releaseOf(name)} onClick={onRelease}>
            {texts.release}
          </Button>
        </div>
      )}
    </li>
  )
}

function nameOf({ firstName, lastName }: HeldWelcome): string {
  return `${firstName} ${lastName}`
}
