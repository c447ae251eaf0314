/** The user's passkeys: add, rename, remove. */
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { formatAgo, formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { secondFactorTexts as texts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import type { Passkey } from '#schema/contract/second-factor.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { SecurityPart } from './security-part.tsx'
import { canUsePasskeys, type PasskeyAct, usePasskeys } from './use-passkeys.ts'

interface PasskeysProps {
  passkeys: Passkey[]
  onChanged: (recoveryCodes: string[] | null) => void
}

export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const own = usePasskeys(onChanged)
  const canHere = canUsePasskeys()
  return (
    <SecurityPart
      title={texts.passkeys}
      hint={canHere ? texts.passkeysHint : texts.noPasskeysHere}
      action={
        canHere && (
          <Button look="secondary" size="sm" onClick={() => own.setAct({ kind: 'add' })}>
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
            <PasskeyRow key={passkey.id} passkey={passkey} onAct={own.setAct} />
          ))}
        </ul>
      )}
      <ActDialog own={own} />
    </SecurityPart>
  )
}

function ActDialog({ own }: { own: ReturnType<typeof usePasskeys> }) {
  const { act, setAct, busy, add, rename, remove } = own
  const close = () => setAct(null)
  switch (act?.kind) {
    case 'add':
      return (
        <PasskeyNameDialog
          title={texts.addPasskey}
          act={texts.continue}
          name={texts.thisDevice}
          onName={add}
          onClose={close}
        />
      )
    case 'rename':
      return (
        <PasskeyNameDialog
          title={texts.renameTitle}
          act={texts.save}
          name={act.passkey.name}
          onName={(name) => rename(act.passkey, name)}
          onClose={close}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          open
          onOpen={(open) => !open && close()}
          title={texts.removePasskeyTitle(keep(act.passkey.name))}
          act={texts.remove}
          busy={busy}
          onConfirm={() => void remove(act.passkey)}
        >
          {texts.removePasskeyMeaning}
        </ConfirmDialog>
      )
    default:
      return null
  }
}

function PasskeyRow({ passkey, onAct }: { passkey: Passkey; onAct: (act: PasskeyAct) => void }) {
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
