/** One invitation: whom it is for, its code, until when it stands; sending again and revoking. */
import { Copy, Ellipsis, Send, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import { Menu } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Invite } from '#schema/contract/platform.ts'

interface InvitationRowProps {
  invite: Invite
  onChanged: () => void
}

export function InvitationRow({ invite, onChanged }: InvitationRowProps) {
  const [revoking, setRevoking] = useState(false)
  const [busy, setBusy] = useState(false)
  const expired = Date.parse(invite.expiresAt) <= Date.now()
  const params = { inviteId: invite.id }

  async function act(perform: () => Promise<unknown>, done: string, failed: string) {
    if (busy) return
    setBusy(true)
    try {
      await withFreshPassword(perform)
      showToast({ title: done, description: invite.email })
      onChanged()
    } catch (error) {
      showFailure(failed, error)
    }
    setBusy(false)
    setRevoking(false)
  }
  const resend = () =>
    act(() => call('admin.resendInviteCode', { params }), 'Invite sent again', 'Invite not sent')
  const revoke = () =>
    act(() => call('admin.revokeInviteCode', { params }), 'Invite revoked', 'Invite not revoked')

  return (
    <li className="grid min-h-16 grid-cols-[1fr_2.5rem] items-center gap-x-3 gap-y-1.5 px-5 py-3 text-sm sm:grid-cols-[1fr_auto_2.5rem]">
      <div className="min-w-0">
        <p className="break-words font-medium">
          <bdi>{invite.businessName}</bdi>
        </p>
        <p className="break-all text-ink-faint">{invite.email}</p>
      </div>
      <div className="col-span-full row-start-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:col-span-1 sm:row-start-auto">
        {invite.used ? (
          <Badge tone="success">Used</Badge>
        ) : (
          <>
            <Badge
              tone={expired ? 'neutral' : 'accent'}
              className="-ml-1 font-mono sm:order-last sm:ml-0"
            >
              {invite.code}
            </Badge>
            <span className="whitespace-nowrap text-ink-soft">
              {expired ? 'Expired' : `Expires ${formatDay(invite.expiresAt)}`}
            </span>
          </>
        )}
      </div>
      {!invite.used && (
        <Menu
          label={`Actions for the invite of ${invite.businessName}`}
          items={[
            { label: 'Copy code', icon: <Copy />, onSelect: () => void copy(invite.code) },
            { label: 'Send again', icon: <Send />, onSelect: () => void resend() },
            {
              label: 'Revoke',
              icon: <X />,
              danger: true,
              apart: true,
              onSelect: () => setRevoking(true),
            },
          ]}
        >
          <Button look="ghost" size="icon" busy={busy}>
            <Ellipsis size={18} aria-hidden="true" />
          </Button>
        </Menu>
      )}
      <ConfirmDialog
        open={revoking}
        onOpen={setRevoking}
        title="Revoke this invite?"
        act="Revoke Invite"
        busy={busy}
        onConfirm={() => void revoke()}
      >
        The code that was mailed to {invite.email} stops working at once.
      </ConfirmDialog>
    </li>
  )
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    showToast({ title: 'Code copied', description: code })
  } catch {
    // Browsers keep the clipboard from pages without https.
    showToast({
      title: 'Not copied',
      description: 'This browser does not allow it here. Select the code and copy it.',
      tone: 'destructive',
    })
  }
}
