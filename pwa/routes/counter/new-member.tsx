/**
 * Signs a customer up with only the necessary fields, and shows likely duplicates before it creates
 * another member. Saved on this device first; the customer can earn and redeem at once.
 */
import type { NewPerson, useLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { TaskHeader } from './task-header.tsx'
import { useNewMember } from './use-new-member.ts'

interface NewMemberProps {
  /** Typed in the search, or in this form before it led to a likely duplicate. */
  begun: NewPerson
  onBack: () => void
  onSaved: (memberId: string, act: CounterAct) => void
  onOpen: (memberId: string, draft: NewPerson) => void
}

const linkTo = (path: string) => (words: string) => (
  <a
    href={path}
    target="_blank"
    rel="noopener"
    className="font-medium text-brand-text underline underline-offset-4"
  >
    {words}
  </a>
)

const reasons = {
  email: 'sameEmail',
  phone: 'samePhone',
  name: 'likeName',
  lastDigits: 'sameLastDigits',
  likeEmail: 'likeEmail',
} as const

export function NewMember({ begun, onBack, onSaved, onOpen }: NewMemberProps) {
  const { duplicates, form, submit, consent, ...contact } = useNewMember(begun, onSaved)
  const { hasEmail, fields } = contact
  return (
    <TaskHeader title={texts.newMember} onBack={onBack}>
      <form
        ref={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="flex flex-col gap-3 [@media(max-height:40rem)]:gap-2"
      >
        <Contact {...contact} />
        {duplicates.length > 0 && (
          <LikelyDuplicates of={duplicates} onOpen={(memberId) => onOpen(memberId, fields)} />
        )}
        {/* In two columns on low phones, so that all of it is above the button. */}
        <div className="[@media(max-height:40rem)]:grid [@media(max-height:40rem)]:grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] [@media(max-height:40rem)]:gap-x-3">
          <p className="col-span-full text-ink-soft text-sm [@media(max-height:40rem)]:leading-snug">
            {texts.askConsents}
          </p>
          <Checkbox
            {...consent('marketingEmailConsent')}
            label={texts.wantsEmail}
            disabled={!hasEmail}
          />
          <Checkbox {...consent('marketingSmsConsent')} label={texts.wantsSms} />
        </div>
        <p className="text-ink-soft text-sm [@media(max-height:40rem)]:leading-snug">
          <RichText
            text={texts.acceptsWithButton}
            parts={{ terms: linkTo('/terms'), privacy: linkTo('/privacy') }}
          />
        </p>
        <div className="at-foot short:static">
          <Button
            type="submit"
            size="lg"
            wraps
            className="min-h-14 w-full [@media(max-height:40rem)]:min-h-12"
          >
            {texts.acceptAndSignUp}
          </Button>
        </div>
      </form>
    </TaskHeader>
  )
}

type ContactProps = Pick<
  ReturnType<typeof useNewMember>,
  'fields' | 'errors' | 'control' | 'hasEmail' | 'mayOmitEmail'
>

function Contact({ fields, errors, control, hasEmail, mayOmitEmail }: ContactProps) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
        <Field label={texts.firstName} required error={errors.firstName}>
          {(wired) => <Input {...wired} {...control('firstName')} autoCapitalize="words" />}
        </Field>
        <Field label={texts.lastName} required error={errors.lastName}>
          {(wired) => <Input {...wired} {...control('lastName')} autoCapitalize="words" />}
        </Field>
      </div>
      <Field
        label={texts.email}
        required={!mayOmitEmail}
        hint={mayOmitEmail && texts.emailOrPhone}
        error={errors.email}
      >
        {(wired) => (
          <EmailInput
            {...wired}
            {...control('email')}
            onTake={(value) => control('email').onChange({ target: { value } })}
            inputMode="email"
            autoCapitalize="none"
            list="usual-addresses"
          />
        )}
      </Field>
      <UsualAddresses typed={fields.email} />
      <Field label={texts.phone} required={!hasEmail} error={errors.phone}>
        {(wired) => <Input {...wired} {...control('phone')} type="tel" inputMode="tel" />}
      </Field>
    </>
  )
}

interface LikelyDuplicatesProps {
  of: ReturnType<typeof useLikelyDuplicates>
  onOpen: (memberId: string) => void
}

function LikelyDuplicates({ of: duplicates, onOpen }: LikelyDuplicatesProps) {
  return (
    <section
      aria-label={texts.maybeMember}
      aria-live="polite"
      className="rounded-lg bg-notice-soft p-3"
    >
      <h3 className="font-semibold text-notice">{texts.maybeMember}</h3>
      <ul className="mt-1 flex flex-col">
        {duplicates.map(({ customer, why }) => (
          <li key={customer.id}>
            <button
              type="button"
              onClick={() => onOpen(customer.id)}
              className="flex min-h-14 w-full items-center justify-between gap-3 rounded-md px-2 text-left hover:bg-surface"
            >
              <span className="min-w-0">
                <bdi translate="no" className="block font-medium [overflow-wrap:anywhere]">
                  {`${customer.firstName} ${customer.lastName}`}
                </bdi>
                <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
                  {[customer.phone, customer.email].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 text-notice text-sm">{texts[reasons[why]]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Spares the cashier the letters after the @: the browser offers these while they type. */
function UsualAddresses({ typed }: { typed: string }) {
  const [name] = typed.trim().split('@')
  return (
    <datalist id="usual-addresses">
      {name && providers.map((provider) => <option key={provider} value={`${name}@${provider}`} />)}
    </datalist>
  )
}

const providers = ['gmail.com', 'icloud.com', 'yahoo.com', 'outlook.com', 'hotmail.com']
