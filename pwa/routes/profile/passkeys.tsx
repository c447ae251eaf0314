/** The user's passkeys: add, rename, remove. */
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { PasswordNotGiven, withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatAgo, formatDay } from '#pwa/texts/format.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Passkey } from '#schema/contract/second-factor.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { SecurityPart } from './security-part.tsx'

interface PasskeysProps {
  passkeys: Passkey[]
  onChanged: (recoveryCodes: string[] | null) => void
}

type Act = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const [act, setAct] = useState<Act | null>(null)
  const [busy, setBusy] = useState(false)
  const canHere = canUsePasskeys()

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

  async function remove({ id }: Passkey) {
    setBusy(true)
    try {
      await withFreshPassword(() => call('auth.removePasskey', { params: { passkeyId: id } }))
      showToast({ title: texts.passkeyRemoved })
      onChanged(null)
    } catch (error) {
      showFailure(texts.notRemoved, error)
    } finally {
      setBusy(false)
      setAct(null)
    }
  }

  return (
    <SecurityPart
      title={texts.passkeys}
      hint={canHere ? texts.passkeysHint : texts.noPasskeysHere}
      action={
        canHere && (
          <Button look="secondary" size="sm" onClick={() => setAct({ kind: 'add' })}>
            {texts.addPasskey}
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <p className="text-ink-soft text-sm">{texts.noPasskeys}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAct={setAct} />
          ))}
        </ul>
      )}
      {act?.kind === 'add' && (
        <PasskeyNameDialog
          title={texts.addPasskey}
          act={texts.continue}
          name={texts.thisDevice}
          onName={add}
          onClose={() => setAct(null)}
        />
      )}
      {act?.kind === 'rename' && (
        <PasskeyNameDialog
          title={texts.renameTitle}
          act={texts.save}
          name={act.passkey.name}
          onName={(name) => rename(act.passkey, name)}
          onClose={() => setAct(null)}
        />
      )}
      {act?.kind === 'remove' && (
        <ConfirmDialog
          open
          onOpen={(open) => !open && setAct(null)}
          title={texts.removePasskeyTitle(act.passkey.name)}
          act={texts.remove}
          busy={busy}
          onConfirm={() => void remove(act.passkey)}
        >
          {texts.removePasskeyMeaning}
        </ConfirmDialog>
      )}
    </SecurityPart>
  )
}

function PasskeyRow({ passkey, onAct }: { passkey: Passkey; onAct: (act: Act) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const day = formatDay(createdAt)
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-soft"
      >
        <KeyRound size={19} />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="wrap-anywhere font-medium">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="text-ink-faint">
          {lastUsedAt ? texts.passkeyUsed(day, formatAgo(lastUsedAt)) : texts.passkeyUnused(day)}
        </p>
      </div>
      <Menu
        label={texts.passkeyActions(name)}
        items={[
          {
            label: texts.rename,
            icon: <Pencil />,
            onSelect: () => onAct({ kind: 'rename', passkey }),
          },
          {
            label: texts.remove,
            icon: <Trash2 />,
            danger: true,
            apart: true,
            onSelect: () => onAct({ kind: 'remove', passkey }),
          },
        ]}
      >
        <Button look="ghost" size="icon">
          <Ellipsis size={18} aria-hidden="true" />
        </Button>
      </Menu>
    </li>
  )
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
function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}
