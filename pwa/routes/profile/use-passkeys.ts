/** Adding, renaming and removing the user's passkeys. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { PasswordNotGiven, withFreshPassword } from '#pwa/session/fresh-password.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Passkey } from '#schema/contract/second-factor.ts'

export type PasskeyAct = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function usePasskeys(onChanged: (recoveryCodes: string[] | null) => void) {
  /** The open dialog. */
  const [act, setAct] = useState<PasskeyAct | null>(null)
  const { busy, run } = useBusy((error) => showFailure(texts.notRemoved, error))

  async function add(name: string) {
    try {
      const { recoveryCodes } = await addPasskey(name)
      setAct(null)
      showToast({ title: texts.passkeyAdded })
      onChanged(recoveryCodes)
    } catch (error) {
      showNotAdded(error)
    }
  }

  async function rename({ id }: Passkey, name: string) {
    try {
      await call('auth.renamePasskey', { params: { passkeyId: id }, body: { name } })
      setAct(null)
      showToast({ title: texts.renamed })
      onChanged(null)
    } catch (error) {
      showFailure(texts.notRenamed, error)
    }
  }

  const remove = ({ id }: Passkey) =>
    run(async () => {
      await withFreshPassword(() => call('auth.removePasskey', { params: { passkeyId: id } }))
      showToast({ title: texts.passkeyRemoved })
      onChanged(null)
    }).finally(() => setAct(null))

  return { act, setAct, busy, add, rename, remove }
}

async function addPasskey(name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await withFreshPassword(() => call('auth.passkeyOptions'))
  const passkey = await startRegistration({ optionsJSON: options as never })
  return call('auth.addPasskey', { body: { name, passkey: passkey as never } })
}

/** The server's message, or an explanation of the browser's error. */
function showNotAdded(error: unknown): void {
  if (error instanceof CallRefused || error instanceof PasswordNotGiven) {
    showFailure(texts.passkeyNotAdded, error)
    return
  }
  const isHere = error instanceof Error && error.name === 'InvalidStateError'
  showToast({
    title: texts.passkeyNotAdded,
    description: isHere ? texts.passkeyHere : texts.passkeyNotAddedHint,
    tone: 'destructive',
  })
}

/** Passkeys need a host name; they don't work at an IP address (WebAuthn §5.1.2). */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}
