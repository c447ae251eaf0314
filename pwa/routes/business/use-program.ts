/** The program's form: how much its example would earn, and which settings it saves. */
import { type FormEvent, useState } from 'react'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { changeProgram } from '#pwa/loyalty/program.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { programTexts as texts } from '#pwa/texts/program.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import { type Rounding, tenders } from '#schema/contract/earning.ts'
import { toCents } from '#schema/contract/money.ts'
import { type ProgramChanges, programChanges } from '#schema/contract/program.ts'
import { plainText } from '#schema/contract/typed-text.ts'

/**
 * @param onAgreed given while an owner has yet to choose: saving the proposed program unchanged
 * agrees to it
 */
export function useProgram(
  seen: Business,
  onSaved: () => void,
  onAgreed: (() => void) | undefined,
) {
  const rule = earningRuleOf(seen)
  const [rounding, setRounding] = useState<Rounding>(rule.rounding)
  const [typedRule, setTypedRule] = useState<ProgramChanges>({})
  const [isTyped, setTyped] = useState(false)
  const { form, errors, busy } = useForm({
    schema: programChanges,
    read: (typed) => readChanges(typed, rounding, seen),
    async send(changes) {
      const isSame = Object.keys(changes).length === 0
      if (isSame && !onAgreed) {
        showToast({ title: texts.nothingChanged })
        return
      }
      await changeProgram(seen, isSame ? { welcomePoints: seen.welcomePoints } : changes)
      onSaved()
      showToast({ title: texts.saved, description: texts.savedHint })
      if (isSame) onAgreed?.()
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  function follow(event: FormEvent<HTMLFormElement>) {
    form.onInput(event)
    const typed = new FormData(event.currentTarget)
    const changed = readChanges(typed, rule.rounding, seen)
    setTyped(Object.keys(changed).length > 0)
    const changes = programChanges.safeParse(changed)
    if (changes.success) setTypedRule(changes.data)
  }
  const examplePoints = pointsToEarn(1250, 0, { ...rule, ...typedRule, rounding }).points
  return {
    form: { ...form, onInput: follow },
    errors,
    busy,
    agrees: onAgreed !== undefined && !isTyped && rounding === rule.rounding,
    rule,
    rounding,
    setRounding,
    examplePoints,
  }
}

/** Only changed fields, so that other people's edits to the rest survive. */
export function readChanges(typed: FormData, rounding: Rounding, seen: Business): object {
  const rule = earningRuleOf(seen)
  const text = (name: string) => plainText(String(typed.get(name) ?? '')).trim()
  const number = (name: string) =>
    /^\d+(\.\d+)?$/.test(text(name)) ? Number(text(name)) : Number.NaN
  const minimumPurchase = text('minimumPurchase')
  const askAbove = text('askAbove')
  const excluded = tenders.filter((tender) => typed.getAll('excludedTenders').includes(tender))
  const isSame =
    excluded.join() === tenders.filter((each) => rule.excludedTenders?.includes(each)).join()
  const wanted: Record<keyof ProgramChanges, [now: unknown, before: unknown]> = {
    pointsPerDollar: [number('pointsPerDollar'), rule.pointsPerDollar],
    minimumPurchase: [
      minimumPurchase,
      isSameAmount(minimumPurchase, rule.minimumPurchase) ? minimumPurchase : rule.minimumPurchase,
    ],
    rounding: [rounding, rule.rounding],
    excludedTenders: [excluded, isSame ? excluded : rule.excludedTenders],
    welcomePoints: [number('welcomePoints'), seen.welcomePoints],
    welcomeDiscountPercent: [number('welcomeDiscountPercent'), seen.welcomeDiscountPercent],
    askAbove: [
      askAbove,
      isSameAmount(askAbove, seen.askAbove ?? '') ? askAbove : (seen.askAbove ?? ''),
    ],
    signUpWithoutEmail: [typed.has('signUpWithoutEmail'), seen.signUpWithoutEmail ?? false],
    postalAddress: [text('postalAddress'), seen.postalAddress ?? ''],
    timeZone: [text('timeZone'), seen.timeZone ?? ''],
    country: [text('country'), seen.country ?? ''],
  }
  const changed = Object.entries(wanted).filter(([, [now, before]]) => now !== before)
  return Object.fromEntries(changed.map(([name, [now]]) => [name, now]))
}

/** Written the same or differently, as 5 and 5.00. */
function isSameAmount(one: string, other: string): boolean {
  return (one === '') === (other === '') && toCents(one) === toCents(other)
}
