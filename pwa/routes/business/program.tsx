/**
 * The program's settings: how customers earn points, and the welcome bonus. Changes save offline
 * too.
 */
import { type FormEvent, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import { changeProgram } from '#pwa/loyalty/program.ts'
import { ChangedMeanwhile } from '#pwa/routes/forms/edited-terms.tsx'
import { PostalAddressField } from '#pwa/routes/forms/postal-address-field.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { programTexts as texts } from '#pwa/texts/program.ts'
import { tenderTexts } from '#pwa/texts/tender.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { SegmentsField } from '#pwa/ui/segments.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import { type Rounding, tenders } from '#schema/contract/earning.ts'
import { toCents } from '#schema/contract/money.ts'
import { type ProgramChanges, programChanges } from '#schema/contract/program.ts'
import { plainText } from '#schema/contract/typed-text.ts'
import { TimeZoneField } from './time-zone-field.tsx'

export function ProgramScreen() {
  const { business } = useBusiness()
  const [seen, setSeen] = useState<Business | null>(null)
  const shown = seen ?? business
  if (business && seen === null) setSeen(business)
  const isOutdated = seen !== null && business?.programRevision !== seen.programRevision
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      {isOutdated && (
        <div className="mb-6">
          <ChangedMeanwhile onLatest={() => setSeen(business)}>
            {texts.changedMeanwhile}
          </ChangedMeanwhile>
        </div>
      )}
      {business?.readOnly && (
        <div className="mb-6">
          <Banner inset tone="notice">
            {texts.readOnly}
          </Banner>
        </div>
      )}
      {shown ? (
        <ProgramForm
          key={shown.programRevision}
          seen={shown}
          isOutdated={isOutdated}
          isReadOnly={business?.readOnly ?? shown.readOnly}
          onSaved={() => setSeen(null)}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}

interface ProgramFormProps {
  seen: Business
  /** A later version exists: the server would refuse to save over it. */
  isOutdated: boolean
  /** The business is suspended or its trial has ended: the server would hold the change. */
  isReadOnly: boolean
  onSaved: () => void
}

function ProgramForm({ seen, isOutdated, isReadOnly, onSaved }: ProgramFormProps) {
  const rule = earningRuleOf(seen)
  const [rounding, setRounding] = useState<Rounding>(rule.rounding)
  const [typedRule, setTypedRule] = useState<ProgramChanges>({})
  const { form, errors, busy } = useForm({
    schema: programChanges,
    read: (typed) => readChanges(typed, rounding, seen),
    async send(changes) {
      if (Object.keys(changes).length === 0) {
        showToast({ title: texts.nothingChanged })
        return
      }
      await changeProgram(seen, changes)
      onSaved()
      showToast({ title: texts.saved, description: texts.savedHint })
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  function follow(event: FormEvent<HTMLFormElement>) {
    form.onInput(event)
    const typed = new FormData(event.currentTarget)
    const changes = programChanges.safeParse(readChanges(typed, rounding, seen))
    if (changes.success) setTypedRule(changes.data)
  }
  const example = pointsToEarn(1250, 0, { ...rule, ...typedRule, rounding }).points
  return (
    <form {...form} onInput={follow} className="flex max-w-2xl flex-col gap-6">
      <Card title={texts.earning}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={texts.pointsPerDollar}
            hint={texts.pointsPerDollarHint}
            error={errors.pointsPerDollar}
            required
          >
            {(control) => (
              <Input
                {...control}
                name="pointsPerDollar"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={rule.pointsPerDollar}
              />
            )}
          </Field>
          <Field
            label={texts.minimumPurchase}
            hint={texts.minimumPurchaseHint}
            error={errors.minimumPurchase}
            required
          >
            {(control) => (
              <Input
                {...control}
                name="minimumPurchase"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={rule.minimumPurchase}
              />
            )}
          </Field>
        </div>
        <div className="mt-4">
          <SegmentsField
            legend={texts.rounding}
            value={rounding}
            onValue={setRounding}
            segments={[
              { value: 'down', label: texts.roundDown },
              { value: 'nearest', label: texts.roundNearest },
              { value: 'up', label: texts.roundUp },
            ]}
          />
        </div>
        <fieldset className="mt-4">
          <legend className="font-medium text-sm">{texts.excludedTenders}</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
            {tenders.map((tender) => (
              <Checkbox
                key={tender}
                label={tenderTexts.names[tender]}
                name="excludedTenders"
                value={tender}
                defaultChecked={rule.excludedTenders?.includes(tender) ?? false}
              />
            ))}
          </div>
          <p className="text-ink-faint text-sm">{texts.excludedTendersHint}</p>
        </fieldset>
        <p className="mt-4 text-ink-soft text-sm">
          {`${texts.example(formatMoney('12.50'), formatNumber(example))} ${texts.offlineHint}`}
        </p>
      </Card>
      <Card title={texts.welcome}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={texts.welcomePoints} error={errors.welcomePoints} required>
            {(control) => (
              <Input
                {...control}
                name="welcomePoints"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={seen.welcomePoints}
              />
            )}
          </Field>
          <Field label={texts.welcomeDiscount} error={errors.welcomeDiscountPercent} required>
            {(control) => (
              <Input
                {...control}
                name="welcomeDiscountPercent"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={seen.welcomeDiscountPercent}
              />
            )}
          </Field>
        </div>
        <p className="mt-4 text-ink-soft text-sm">{texts.welcomeHint}</p>
      </Card>
      <Card title={texts.emails}>
        <PostalAddressField seen={seen.postalAddress} error={errors.postalAddress} />
      </Card>
      <Card title={texts.days}>
        <TimeZoneField seen={seen.timeZone} error={errors.timeZone} />
      </Card>
      <Button
        type="submit"
        size="lg"
        busy={busy}
        disabled={isOutdated || isReadOnly}
        className="sm:self-start"
      >
        {texts.save}
      </Button>
    </form>
  )
}

/** Only changed fields, so that other people's edits to the rest survive. */
function readChanges(typed: FormData, rounding: Rounding, seen: Business): unknown {
  const rule = earningRuleOf(seen)
  const text = (name: string) => plainText(String(typed.get(name) ?? '')).trim()
  const number = (name: string) =>
    /^\d+(\.\d+)?$/.test(text(name)) ? Number(text(name)) : Number.NaN
  const minimumPurchase = text('minimumPurchase')
  const excluded = tenders.filter((tender) => typed.getAll('excludedTenders').includes(tender))
  const isSame =
    excluded.join() === tenders.filter((each) => rule.excludedTenders?.includes(each)).join()
  const wanted: Record<keyof ProgramChanges, [now: unknown, before: unknown]> = {
    pointsPerDollar: [number('pointsPerDollar'), rule.pointsPerDollar],
    minimumPurchase: [
      minimumPurchase,
      toCents(minimumPurchase) === toCents(rule.minimumPurchase)
        ? minimumPurchase
        : rule.minimumPurchase,
    ],
    rounding: [rounding, rule.rounding],
    excludedTenders: [excluded, isSame ? excluded : rule.excludedTenders],
    welcomePoints: [number('welcomePoints'), seen.welcomePoints],
    welcomeDiscountPercent: [number('welcomeDiscountPercent'), seen.welcomeDiscountPercent],
    postalAddress: [text('postalAddress'), seen.postalAddress ?? ''],
    timeZone: [text('timeZone'), seen.timeZone ?? ''],
  }
  const changed = Object.entries(wanted).filter(([, [now, before]]) => now !== before)
  return Object.fromEntries(changed.map(([name, [now]]) => [name, now]))
}
