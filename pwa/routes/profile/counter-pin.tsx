/** The user's PIN for shared tills. Setting it asks for the password again. */
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'
import { limits } from '#schema/contract/limits.ts'
import { pin } from '#schema/contract/till.ts'

interface CounterPinProps {
  profile: User
  onChange: (profile: User) => void
}

export function CounterPin({ profile, onChange }: CounterPinProps) {
  /** Part of the form's key: a saved PIN doesn't stay in the fields. */
  const [saves, setSaves] = useState(0)
  const { form, errors, busy } = useForm({
    schema: z.object({ pin, repeated: z.string() }).check(
      z.refine((typed) => typed.pin === typed.repeated, {
        path: ['repeated'],
        error: () => texts.pinsDiffer,
      }),
    ),
    async send(typed) {
      await withFreshPassword(() => call('auth.setPin', { body: { pin: typed.pin } }))
      showToast({ title: texts.pinSaved })
      onChange({ ...profile, hasPin: true })
      setSaves((before) => before + 1)
    },
    onFailure: (error) => showFailure(texts.pinNotSaved, error),
  })
  const digits = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: limits.pinDigits,
  } as const
  return (
    <Card title={texts.pinTitle} description={texts.pinHint}>
      <p className="mb-4">{profile.hasPin ? texts.pinSet : texts.pinNotSet}</p>
      <form key={saves} {...form} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.newPin} required error={errors.pin}>
            {(control) => <Input {...control} {...digits} name="pin" />}
          </Field>
          <Field label={texts.repeatPin} required error={errors.repeated}>
            {(control) => <Input {...control} {...digits} name="repeated" />}
          </Field>
        </div>
        <Button type="submit" look="secondary" busy={busy} className="self-start">
          {texts.savePin}
        </Button>
      </form>
    </Card>
  )
}
