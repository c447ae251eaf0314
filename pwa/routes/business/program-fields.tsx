/** The fields of the program's form: how customers earn, and what new ones get. */
import type { FieldErrors } from '#pwa/routes/forms/use-form.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { programTexts as texts } from '#pwa/texts/program.ts'
import { tenderTexts } from '#pwa/texts/tender.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { SegmentsField } from '#pwa/ui/segments.tsx'
import type { Business } from '#schema/contract/business.ts'
import { type Tender, tenders } from '#schema/contract/earning.ts'
import type { useProgram } from './use-program.ts'

export function EarningCard({ program }: { program: ReturnType<typeof useProgram> }) {
  const { rule, errors, rounding, setRounding, examplePoints } = program
  return (
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
      <ExcludedTenders excluded={rule.excludedTenders ?? []} />
      <p className="mt-4 text-ink-soft text-sm">
        {`${texts.example(formatMoney('12.50'), examplePoints)} ${texts.offlineHint}`}
      </p>
    </Card>
  )
}

function ExcludedTenders({ excluded }: { excluded: readonly Tender[] }) {
  return (
    <fieldset className="mt-4">
      <legend className="font-medium text-sm">{texts.excludedTenders}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {tenders.map((tender) => (
          <Checkbox
            key={tender}
            label={tenderTexts.names[tender]}
            name="excludedTenders"
            value={tender}
            defaultChecked={excluded.includes(tender)}
          />
        ))}
      </div>
      <p className="text-ink-faint text-sm">{texts.excludedTendersHint}</p>
    </fieldset>
  )
}

export function WelcomeCard({ seen, errors }: { seen: Business; errors: FieldErrors }) {
  return (
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
  )
}

export function SignUpCard({ seen }: { seen: Business }) {
  return (
    <Card title={texts.signUp}>
      <Checkbox
        name="signUpWithoutEmail"
        label={texts.signUpWithoutEmail}
        hint={texts.signUpWithoutEmailHint}
        defaultChecked={seen.signUpWithoutEmail ?? false}
      />
    </Card>
  )
}

export function AskingCard({ seen, errors }: { seen: Business; errors: FieldErrors }) {
  return (
    <Card title={texts.asking}>
      <Field label={texts.askAbove} hint={texts.askAboveHint} error={errors.askAbove}>
        {(control) => (
          <Input
            {...control}
            name="askAbove"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={seen.askAbove ?? ''}
          />
        )}
      </Field>
    </Card>
  )
}
