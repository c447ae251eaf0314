/**
 * The member corrects their own name, phone number and email. The card shows the last two masked; a
 * new email counts once its reader presses the link mailed there.
 */
import { useRef } from 'react'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { type OwnDetailsProps, useOwnDetails } from './use-own-details.ts'

export function OwnDetails(props: OwnDetailsProps) {
  const { details } = props
  const { form, errors, busy, isOutdated, saves } = useOwnDetails(props)

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
      <PhoneFields key={saves} details={details} error={errors.phone} />
      {details.phone !== '' && <p className="text-ink-soft text-sm">{texts.otherNumberHint}</p>}
      {details.email !== undefined && (
        <Field
          label={texts.email}
          hint={details.email ? texts.keepsEmail(details.email) : texts.addEmail}
          error={errors.email}
        >
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

interface PhoneFieldsProps {
  details: OwnDetailsProps['details']
  error: string | undefined
}

/** A new number and its removal exclude each other. */
function PhoneFields({ details, error }: PhoneFieldsProps) {
  const number = useRef<HTMLInputElement>(null)
  const removal = useRef<HTMLInputElement>(null)
  function keepNumber() {
    if (removal.current) removal.current.checked = false
  }
  function dropNumber() {
    if (number.current) number.current.value = ''
  }

  return (
    <>
      <Field
        label={texts.phone}
        hint={details.phone !== '' && texts.keepsNumber(details.phone)}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            ref={number}
            type="tel"
            name="phone"
            autoComplete="tel"
            onChange={keepNumber}
          />
        )}
      </Field>
      {details.phone !== '' && details.email !== '' && (
        <Checkbox ref={removal} name="removes" label={texts.removePhone} onChange={dropNumber} />
      )}
    </>
  )
}
