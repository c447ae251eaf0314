/** Edits the user's profile. Only the server validates it; a new address waits for its code. */

import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'

interface PersonalFormProps {
  profile: User
  onChange: (changed: User) => void
  onEnd: () => void
}

const fields = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
  { name: 'email', autoComplete: 'email' },
  { name: 'phone', autoComplete: 'tel', type: 'tel' },
] as const

const schema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
})

export function PersonalForm({ profile, onChange, onEnd }: PersonalFormProps) {
  const { form, errors, busy } = useForm({
    schema,
    async send(values) {
      const changed = await withFreshPassword(() =>
        call('auth.updateProfile', { body: leaveOutKeptEmail(values, profile) }),
      )
      onChange(changed)
      const pending = changed.pendingEmail?.email
      const isNew = pending !== undefined && pending !== profile.pendingEmail?.email
      showToast({
        title: profileTexts.updated,
        description: isNew ? profileTexts.enterCodeFor(pending) : undefined,
      })
      onEnd()
    },
    onFailure: (error) =>
      showFailure(profileTexts.updateFailed, error, profileTexts.updateFailedHint),
  })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  return (
    <form
      {...form}
      aria-label={profileTexts.personalInformation}
      className="grid gap-5 sm:grid-cols-2"
    >
      {fields.map(({ name, ...input }, place) => (
        <Field
          key={name}
          label={profileTexts[name]}
          hint={name === 'email' ? profileTexts.emailHint : undefined}
          error={errors[name]}
        >
          {(control) =>
            name === 'email' ? (
              <EmailInput {...control} {...input} name={name} defaultValue={profile.email} />
            ) : (
              <Input
                {...control}
                {...input}
                ref={place === 0 ? first : undefined}
                name={name}
                defaultValue={profile[name] ?? ''}
              />
            )
          }
        </Field>
      ))}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={busy}>
          {profileTexts.save}
        </Button>
        <Button look="secondary" onClick={onEnd}>
          {profileTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Sending the current address would cancel a new one that waits for its code. */
function leaveOutKeptEmail(values: z.infer<typeof schema>, profile: User) {
  const { email, ...others } = values
  return profile.pendingEmail && email.trim() === profile.email ? others : values
}
