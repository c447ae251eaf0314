/**
 * Settings for redeeming rewards offline: the owner's choice, its worst case as one number, and a
 * link to the members who owe points because of it.
 */
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { type ShownReward, useRewards } from '#pwa/loyalty/reward.ts'
import { tryNow } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { offlineRedemptionTexts as texts } from '#pwa/texts/offline-redemption.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import {
  type OfflineRedemption,
  offlineRedemptionChange,
} from '#schema/contract/offline-redemption.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

export function OfflineRedemptionScreen({ businessId }: { businessId: string }) {
  const settings = useSeenCall('business.offlineRedemption', { params: { businessId } })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="flex flex-col gap-6">
        <Card>
          <LoadProblem of={settings} />
          {settings.data ? (
            <TrustForm
              // Remounts when the server's answer replaces the stored one.
              key={String(settings.seenAt)}
              businessId={businessId}
              settings={settings.data}
              isSeen={settings.seenAt !== null}
              onSaved={settings.reload}
            />
          ) : (
            settings.error === undefined && <Skeleton className="h-60 w-full" />
          )}
        </Card>
        <p className="text-ink-soft text-sm">
          <Link to="/business-dashboard/attention" className={textLinkClass}>
            {texts.debtsElsewhere}
          </Link>
        </p>
      </div>
    </>
  )
}

interface TrustFormProps {
  businessId: string
  settings: OfflineRedemption
  /** Loaded from storage: changes need a connection. */
  isSeen: boolean
  onSaved: () => void
}

const suggested = { pointsPerRedemption: 100, pointsPerDevice: 300 }

function TrustForm({ businessId, settings, isSeen, onSaved }: TrustFormProps) {
  const caps = settings.trust ?? suggested
  const [mode, setMode] = useState(settings.trust ? ('trust' as const) : ('confirm' as const))
  const [perRedemption, setPerRedemption] = useState(String(caps.pointsPerRedemption))
  const [perDevice, setPerDevice] = useState(String(caps.pointsPerDevice))
  const [errors, setErrors] = useState<Record<string, string>>({})
  // Count at least this device, even before any device has pushed.
  const devices = Math.max(1, settings.devices)
  const worstPoints = devices * (readWholeNumber(perDevice) || 0)
  const rate = centsPerPoint(useRewards().rewards)
  const asked = {
    trust:
      mode === 'confirm'
        ? null
        : {
            pointsPerRedemption: readWholeNumber(perRedemption),
            pointsPerDevice: readWholeNumber(perDevice),
          },
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = offlineRedemptionChange.safeParse(asked)
    if (!checked.success) {
      setErrors(
        Object.fromEntries(
          checked.error.issues.map(({ path, message }) => [String(path.at(-1)), message]),
        ),
      )
      return
    }
    setErrors({})
    try {
      await call('business.changeOfflineRedemption', {
        params: { businessId },
        body: checked.data,
      })
      showToast({ title: texts.saved })
      tryNow()
      onSaved()
    } catch (error) {
      showFailure(texts.notSaved, error)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <ChoiceCards
        legend={texts.choose}
        value={mode}
        onValue={setMode}
        choices={[
          { value: 'confirm', label: texts.confirmFirst, description: texts.confirmFirstHint },
          { value: 'trust', label: texts.trust, description: texts.trustHint },
        ]}
      />
      {mode === 'trust' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.pointsPerRedemption} required error={errors.pointsPerRedemption}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={perRedemption}
                  onChange={(event) => setPerRedemption(event.target.value)}
                />
              )}
            </Field>
            <Field label={texts.pointsPerDevice} required error={errors.pointsPerDevice}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={perDevice}
                  onChange={(event) => setPerDevice(event.target.value)}
                />
              )}
            </Field>
          </div>
          <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-warning">
            <span>{texts.worstCase(devices, worstPoints)}</span>{' '}
            {rate > 0 && (
              <span>{texts.worth(formatMoney(fromCents(Math.round(worstPoints * rate))))}</span>
            )}
          </p>
        </>
      )}
      <Button type="submit" className="self-start" disabled={isSeen}>
        {texts.save}
      </Button>
    </form>
  )
}

/** The most that a reward in dollars gives for a point. */
function centsPerPoint(rewards: readonly ShownReward[]): number {
  const rates = rewards
    .filter(({ isActive, discountType }) => isActive && discountType === 'fixed')
    .map(({ discountValue, pointsRequired }) => toCents(discountValue) / pointsRequired)
  return Math.max(0, ...rates)
}
