/** Changing one's profile. The server judges it (spec.md §5: no rules here); a new address waits. */
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { useForm } from '#pwa/routes/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Button } from '#pwa/ui/button.tsx'
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
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'email' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
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
        title: 'Profile updated',
        description: isNew ? `Your email changes with the code we sent to ${pending}.` : undefined,
      })
      onEnd()
    },
    onFailure: (error) => showFailure('Update failed', error, 'Failed to update profile'),
  })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  return (
    <form {...form} aria-label="Personal information" className="grid gap-5 sm:grid-cols-2">
      {fields.map(({ name, label, ...input }, place) => (
        <Field
          key={name}
          label={label}
          hint={name === 'email' ? 'A new email counts once you entered its code.' : undefined}
          error={errors[name]}
        >
          {(control) => (
            <Input
              {...control}
              {...input}
              ref={place === 0 ? first : undefined}
              name={name}
              defaultValue={profile[name] ?? ''}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={busy}>
          Save Changes
        </Button>
        <Button look="secondary" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The address that stands, sent again, would take back one that waits for its code. */
function leaveOutKeptEmail(values: z.infer<typeof schema>, profile: User) {
  const { email, ...others } = values
  return profile.pendingEmail && email.trim() === profile.email ? others : values
}
