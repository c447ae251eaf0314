/** The sign-up form, with separate, unticked consents. */
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { BirthdayField } from '#pwa/routes/public/birthday-field.tsx'
import { joinTexts } from '#pwa/texts/join.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { useKeyboardInset } from '#pwa/ui/use-keyboard-inset.ts'
import { signUpPath } from '#schema/contract/address.ts'
import { Consents } from './consents.tsx'
import { errorsOf, type SignUpFormProps, useSignUpForm } from './use-sign-up-form.ts'

export function SignUpForm(props: SignUpFormProps) {
  useKeyboardInset()
  const { edited, asksBirthday, busy, failure, onRead, plain } = props
  const { form, errors, problem, send, mend, reload } = useSignUpForm(props)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      onInput={mend}
      {...(plain && { method: 'post', action: signUpPath(props.code) })}
      data-refused={plain?.edited ? '' : undefined}
      aria-label={joinTexts.signUp}
      autoComplete={onRead ? 'off' : undefined}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface px-[min(1.25rem,6vw)] py-5 shadow-card sm:p-6 low:gap-3 low:py-4"
    >
      {plain && <input type="hidden" name="onceKey" value={plain.onceKey} />}
      {edited && Object.keys(errorsOf(edited)).length === 0 && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger text-sm">
          {refusalSentence(edited.refusal.code, edited.refusal.message)}
        </p>
      )}
      <Contact edited={edited} errors={errors} isShared={onRead !== undefined} />
      {asksBirthday && (
        <BirthdayField
          legend={joinTexts.birthday}
          hint={joinTexts.birthdayHint}
          value={edited?.payload.birthday}
          error={errors.birthday}
        />
      )}
      <Consents edited={edited?.payload} errors={errors} onRead={onRead} />
      {(problem || (plain && errors.termsAccepted)) && (
        <p role="alert" className="text-danger text-sm">
          {problem || joinTexts.consentRequiredHint}
        </p>
      )}
      {failure?.mayReload && (
        <Button look="secondary" size="lg" onClick={reload}>
          {joinTexts.reload}
        </Button>
      )}
      <div className="at-foot short:static -mt-2 -mb-2 pt-2 [--foot:var(--surface)]">
        <Button type="submit" look="brand" size="lg" className="w-full" busy={busy}>
          {busy ? joinTexts.joining : joinTexts.joinNow}
        </Button>
      </div>
    </form>
  )
}

const fields = [
  { name: 'firstName', autoComplete: 'given-name', required: true },
  { name: 'lastName', autoComplete: 'family-name', required: true },
  { name: 'email', autoComplete: 'email', required: true },
  { name: 'phone', autoComplete: 'tel', type: 'tel', required: false },
] as const

interface ContactProps extends Pick<SignUpFormProps, 'edited'> {
  errors: Record<string, string>
  isShared: boolean
}

function Contact({ edited, errors, isShared }: ContactProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-4 low:gap-3">
      {fields.map(({ name, required, ...input }) => (
        <div key={name} className={name.endsWith('Name') ? '' : 'col-span-full'}>
          <Field label={joinTexts[name]} required={required} error={errors[name]}>
            {(control) => {
              const Control = name === 'email' ? EmailInput : Input
              return (
                <Control
                  {...control}
                  {...input}
                  {...(isShared && { autoComplete: 'off' })}
                  name={name}
                  defaultValue={edited?.payload[name] ?? ''}
                />
              )
            }}
          </Field>
        </div>
      ))}
    </div>
  )
}
