/**
 * The second step of signing in: a passkey, a code from the authenticator app, or a recovery code.
 */
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#pwa/api/request.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { codeErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { type LoginEnd, proveByPasskey, takeSecondStep } from '#pwa/session/log-in.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { AuthLayout } from '#pwa/ui/auth-layout.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { OneTimeCodeInput } from '#pwa/ui/one-time-code-input.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { type SecondStepWays, secondStepBody } from '#schema/contract/second-factor.ts'

export interface PendingStep {
  userId: string
  ways: SecondStepWays
}

interface SecondStepProps {
  step: PendingStep
  onEnd: (end: LoginEnd) => unknown
  /** Goes back to the password. */
  onRestart: () => void
}

export function SecondStep({ step, onEnd, onRestart }: SecondStepProps) {
  const [recovering, setRecovering] = useState(false)
  const { userId, ways } = step
  return (
    <AuthLayout
      title={texts.stepTitle}
      description={texts.stepHint}
      footer={
        <button type="button" className={textLinkClass} onClick={onRestart}>
          {texts.startAgain}
        </button>
      }
    >
      <div className="flex flex-col gap-5">
        {recovering ? (
          <RecoveryForm userId={userId} onEnd={onEnd} />
        ) : (
          <>
            {ways.passkey && <PasskeyButton userId={userId} onEnd={onEnd} />}
            {ways.passkey && ways.app && (
              <p className="text-center text-ink-faint text-sm">{texts.or}</p>
            )}
            {ways.app && <AppForm userId={userId} isOnly={!ways.passkey} onEnd={onEnd} />}
          </>
        )}
        <button
          type="button"
          className={`${textLinkClass} min-h-11 self-start text-left text-sm`}
          onClick={() => setRecovering(!recovering)}
        >
          {recovering ? texts.otherWays : texts.lostDevice}
        </button>
      </div>
    </AuthLayout>
  )
}

interface WayProps {
  userId: string
  onEnd: (end: LoginEnd) => unknown
}

function PasskeyButton({ userId, onEnd }: WayProps) {
  const { busy, run } = useBusy((error) =>
    showToast({
      title: texts.passkeyNotUsed,
      description: sentenceOf(error, texts.passkeyNotUsedHint),
      tone: 'destructive',
    }),
  )
  const ask = () => run(async () => onEnd(await proveByPasskey(userId)))

  return (
    <div className="flex flex-col gap-2">
      <Button size="lg" busy={busy} onClick={() => void ask()}>
        <KeyRound size={18} aria-hidden="true" />
        {texts.usePasskey}
      </Button>
      <p className="text-ink-soft text-sm">{texts.passkeyHint}</p>
    </div>
  )
}

function AppForm({ userId, isOnly, onEnd }: WayProps & { isOnly: boolean }) {
  const [digits, setDigits] = useState('')
  const { form, errors, busy } = useStepForm(onEnd, () => setDigits(''))
  return (
    <form {...form} className="flex flex-col gap-5">
      <Named userId={userId} way="app" />
      <Field
        label={texts.appCode}
        hint={texts.appCodeHint(limits.oneTimeCodeDigits)}
        error={errors.code}
      >
        {(control) => (
          <OneTimeCodeInput
            {...control}
            autoFocus={isOnly}
            name="code"
            value={digits}
            onValue={setDigits}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="lg"
        look={isOnly ? 'primary' : 'secondary'}
        busy={busy}
        disabled={digits.length !== limits.oneTimeCodeDigits}
      >
        {texts.verify}
      </Button>
    </form>
  )
}

function RecoveryForm({ userId, onEnd }: WayProps) {
  const { form, errors, busy } = useStepForm(onEnd)
  return (
    <form {...form} className="flex flex-col gap-5">
      <Named userId={userId} way="recovery" />
      <Field label={texts.recoveryCode} hint={texts.recoveryCodeHint} error={errors.code}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        {texts.verify}
      </Button>
    </form>
  )
}

function Named({ userId, way }: { userId: string; way: 'app' | 'recovery' }) {
  return (
    <>
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="way" value={way} />
    </>
  )
}

function useStepForm(onEnd: WayProps['onEnd'], onWrong?: () => void) {
  return useForm({
    schema: secondStepBody,
    send: async (step) => void (await onEnd(await takeSecondStep(step))),
    fieldsOf: codeErrors('code'),
    onFailure(error) {
      onWrong?.()
      showToast({
        title: texts.stepFailed,
        description: sentenceOf(error, texts.passkeyNotUsedHint),
        tone: 'destructive',
      })
    },
  })
}
