/** The authenticator app: set up by QR code or key, replace, remove. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { codeErrors, useForm } from '#pwa/routes/forms/use-form.ts'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { OneTimeCodeInput } from '#pwa/ui/one-time-code-input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CallAnswer } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { appConfirmation } from '#schema/contract/second-factor.ts'
import { SecurityPart } from './security-part.tsx'

type Setup = CallAnswer<'auth.beginApp'>

interface AuthenticatorAppProps {
  since: string | null
  onChanged: (recoveryCodes: string[] | null) => void
}

export function AuthenticatorApp({ since, onChanged }: AuthenticatorAppProps) {
  const app = useAuthenticatorApp(onChanged)
  return (
    <SecurityPart
      title={texts.app}
      hint={texts.appHint}
      action={
        <>
          <Button look="secondary" size="sm" busy={app.start.busy} onClick={() => void app.begin()}>
            {since ? texts.replaceApp : texts.setUpApp}
          </Button>
          {since && (
            <Button look="ghost" size="sm" onClick={() => app.setRemoving(true)}>
              {texts.remove}
            </Button>
          )}
        </>
      }
    >
      <p className="text-ink-soft text-sm">
        {since ? texts.appSince(formatDay(since)) : texts.appOff}
      </p>
      {app.setup && (
        <SetupDialog setup={app.setup} onClose={() => app.setSetup(null)} onDone={app.finish} />
      )}
      <ConfirmDialog
        open={app.removing}
        onOpen={app.setRemoving}
        title={texts.removeAppTitle}
        act={texts.remove}
        busy={app.removal.busy}
        onConfirm={() => void app.remove()}
      >
        {texts.removeAppMeaning}
      </ConfirmDialog>
    </SecurityPart>
  )
}

function useAuthenticatorApp(onChanged: AuthenticatorAppProps['onChanged']) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [removing, setRemoving] = useState(false)
  const start = useBusy((error) => showFailure(texts.appNotReady, error))
  const removal = useBusy((error) => showFailure(texts.notRemoved, error))

  const begin = () =>
    start.run(async () => setSetup(await withFreshPassword(() => call('auth.beginApp'))))

  const remove = () =>
    removal
      .run(async () => {
        await withFreshPassword(() => call('auth.removeApp'))
        showToast({ title: texts.appRemoved })
        onChanged(null)
      })
      .finally(() => setRemoving(false))

  function finish(recoveryCodes: string[] | null) {
    setSetup(null)
    showToast({ title: texts.appReady })
    onChanged(recoveryCodes)
  }

  return { setup, setSetup, removing, setRemoving, start, removal, begin, remove, finish }
}

interface SetupDialogProps {
  setup: Setup
  onClose: () => void
  onDone: (recoveryCodes: string[] | null) => void
}

function SetupDialog({ setup, onClose, onDone }: SetupDialogProps) {
  const [digits, setDigits] = useState('')
  const { form, errors, busy } = useForm({
    schema: appConfirmation,
    async send(body) {
      const { recoveryCodes } = await withFreshPassword(() => call('auth.confirmApp', { body }))
      onDone(recoveryCodes)
    },
    fieldsOf: codeErrors('code'),
    onFailure(error) {
      setDigits('')
      showFailure(texts.appNotReady, error)
    },
  })
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.appTitle}
      description={texts.scanHint}
    >
      <form {...form} className="flex flex-col gap-5 low:gap-3">
        <div className="flex justify-center">
          {/* On a low screen the code's field comes above the buttons. */}
          <QrImage
            text={setup.address}
            label={texts.appQrCode}
            className="size-52 [@media(max-height:45rem)]:size-40"
          />
        </div>
        <div className="flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3">
          <p className="min-w-0 flex-1 text-sm">
            <span className="text-ink-soft">{texts.key} </span>
            <code className="wrap-anywhere font-mono">{grouped(setup.secret)}</code>
          </p>
          <CopyButton text={setup.secret} label={texts.copyKey} />
        </div>
        <input type="hidden" name="setup" value={setup.setup} />
        <Field
          label={texts.appCode}
          hint={texts.appCodeHint(limits.oneTimeCodeDigits)}
          error={errors.code}
        >
          {(control) => (
            <OneTimeCodeInput
              {...control}
              autoFocus
              name="code"
              value={digits}
              onValue={setDigits}
            />
          )}
        </Field>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={busy} disabled={digits.length !== limits.oneTimeCodeDigits}>
            {texts.turnOn}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Groups the key in fours, as authenticator apps do, for people who type it. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
