/**
 * The member corrects their own name, phone number and email. The card shows the last two masked; a
 * new email counts once its reader presses the link mailed there.
 */
import { useRef, useState } from 'react'
import { v4 } from 'uuid'
import * as z from 'zod/mini'
import { callAsMember } from '#pwa/api/member-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { refreshPage } from '#pwa/visitor/pages.ts'
import { isParked } from '#pwa/visitor/send.ts'
import { correctionOf, customerDetails } from '#schema/contract/customer.ts'
import type { OwnData } from '#schema/contract/member-privacy.ts'
import { email } from '#schema/contract/person.ts'

const typedDetails = z.extend(customerDetails, {
  removes: z.boolean(),
  /** Empty keeps it. */
  email: z.optional(z.union([z.literal(''), email])),
})

interface OwnDetailsProps {
  customerId: string
  /** The server’s last answer; it masks the number and the email. */
  details: NonNullable<OwnData['details']>
  onData: (data: OwnData) => void
  onFailure: (error: unknown) => void
}

export function OwnDetails({ customerId, details, onData, onFailure }: OwnDetailsProps) {
  const params = { customerId }
  const [isOutdated, setOutdated] = useState(false)
  /** Empties the phone field once its number is stored. */
  const [saves, setSaves] = useState(0)
  /** The key of a correction whose answer was lost, so that the server knows the repeat. */
  const lost = useRef<{ body: string; key: string } | null>(null)

  const { form, errors, busy } = useForm({
    schema: typedDetails,
    read: (fields) => ({ ...Object.fromEntries(fields), removes: fields.has('removes') }),
    async send({ removes, ...typed }) {
      const phone = typed.phone || (removes ? '' : details.phone)
      const typedEmail = typed.email || details.email
      const body = correctionOf({ ...typed, phone, email: typedEmail }, details)
      if (!body) return
      const text = JSON.stringify(body)
      const key = lost.current?.body === text ? lost.current.key : v4()
      lost.current = { body: text, key }
      const headers = { 'Idempotency-Key': key }
      const answer = await callAsMember('customer.change', { params, headers, body })
      lost.current = null
      const isMailed = typedEmail !== details.email
      showToast({
        title: isParked(answer) ? texts.detailsWait : texts.detailsSaved,
        description: isMailed && !isParked(answer) ? texts.emailLinkSent : undefined,
      })
      setOutdated(false)
      setSaves((times) => times + 1)
      // Saved already: a refresh without an answer is no failure.
      await Promise.allSettled([
        refreshPage(customerId),
        callAsMember('customer.ownData', { params }).then(onData),
      ])
    },
    onFailure(error) {
      onFailure(error)
      if (!(error instanceof CallRefused) || error.code !== 'customer_changed_meanwhile') return
      lost.current = null
      // The form keeps what was typed, beside what is stored by now.
      callAsMember('customer.ownData', { params }).then((data) => {
        onData(data)
        setOutdated(true)
      }, onFailure)
    },
  })

  return (
    <form {...form} className="flex flex-col gap-3">
      <h3 className="font-medium">{texts.details}</h3>
      {isOutdated && (
        <Banner inset tone="warning">
          {texts.detailsChanged(`${details.firstName} ${details.lastName}`, details.phone)}
        </Banner>
      )}
      {(['firstName', 'lastName'] as const).map((name) => (
        <Field key={name} label={texts[name]} required error={errors[name]}>
          {(control) => <Input {...control} name={name} dir="auto" defaultValue={details[name]} />}
        </Field>
      ))}
      <Field
        label={texts.phone}
        hint={details.phone !== '' && texts.keepsNumber(details.phone)}
        error={errors.phone}
      >
        {(control) => <Input {...control} key={saves} type="tel" name="phone" autoComplete="tel" />}
      </Field>
      {details.phone !== '' && <Checkbox key={saves} name="removes" label={texts.removePhone} />}
      {details.phone !== '' && <p className="text-ink-soft text-sm">{texts.otherNumberHint}</p>}
      {details.email !== undefined && (
        <Field label={texts.email} hint={texts.keepsEmail(details.email)} error={errors.email}>
          {(control) => <EmailInput {...control} key={saves} name="email" autoComplete="email" />}
        </Field>
      )}
      {details.emailToConfirm !== undefined && (
        <Banner inset tone="notice">
          <span className="wrap-anywhere">{texts.emailToConfirm(details.emailToConfirm)}</span>
        </Banner>
      )}
      <Button type="submit" look="secondary" size="lg" busy={busy}>
        {texts.saveDetails}
      </Button>
    </form>
  )
}
