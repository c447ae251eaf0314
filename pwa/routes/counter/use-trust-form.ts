/** The owner's choice for redeeming offline, its limits while they are typed, and saving it. */
import { type FormEvent, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { type ShownReward, useRewards } from '#pwa/loyalty/reward.ts'
import { tryNow } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { offlineRedemptionTexts as texts } from '#pwa/texts/offline-redemption.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import {
  type OfflineRedemption,
  offlineRedemptionChange,
  type Trust,
} from '#schema/contract/offline-redemption.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

export interface TrustFormProps {
  businessId: string
  settings: OfflineRedemption
  /** Loaded from storage: changes need a connection. */
  isSeen: boolean
  onSaved: () => void
}

const suggested: Trust = { pointsPerRedemption: 100, pointsPerDevice: 300 }

export function useTrustForm({ businessId, settings, onSaved }: TrustFormProps) {
  const caps = settings.trust ?? suggested
  const [mode, setMode] = useState<'trust' | 'confirm'>(settings.trust ? 'trust' : 'confirm')
  const [typed, setTyped] = useState({
    pointsPerRedemption: String(caps.pointsPerRedemption),
    pointsPerDevice: String(caps.pointsPerDevice),
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const asked: Trust = {
    pointsPerRedemption: readWholeNumber(typed.pointsPerRedemption),
    pointsPerDevice: readWholeNumber(typed.pointsPerDevice),
  }
  // Count at least this device, even before any device has pushed.
  const devices = Math.max(1, settings.devices)
  const worstPoints = devices * (asked.pointsPerDevice || 0)
  const rate = centsPerPoint(useRewards().rewards)

  const { busy, run } = useBusy((error) => showFailure(texts.notSaved, error))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = offlineRedemptionChange.safeParse({ trust: mode === 'trust' ? asked : null })
    if (!checked.success) {
      const { issues } = checked.error
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [path.at(-1), message])))
      return
    }
    setErrors({})
    await run(async () => {
      await call('business.changeOfflineRedemption', {
        params: { businessId },
        body: checked.data,
      })
      showToast({ title: texts.saved })
      tryNow()
      onSaved()
    })
  }

  return {
    ...{ mode, setMode, errors, submit, busy },
    worstCase: texts.worstCase(devices, worstPoints),
    worth: rate > 0 && texts.worth(formatMoney(fromCents(Math.round(worstPoints * rate)))),
    control: (name: keyof Trust) => ({
      value: typed[name],
      onChange: (event: { target: { value: string } }) =>
        setTyped({ ...typed, [name]: event.target.value }),
    }),
  }
}

/** The most that a reward in dollars gives for a point. */
function centsPerPoint(rewards: readonly ShownReward[]): number {
  const rates = rewards
    .filter(({ isActive, discountType }) => isActive && discountType === 'fixed')
    .map(({ discountValue, pointsRequired }) => toCents(discountValue) / pointsRequired)
  return Math.max(0, ...rates)
}
