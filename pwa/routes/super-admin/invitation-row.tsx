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
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p className="break-words font-medium">
          <bdi>{invite.businessName}</bdi>
        </p>
        <p className="break-all text-ink-faint text-sm">{invite.email}</p>
      </div>
      <div className="flex items-center gap-3">
        {invite.used ? (
          <Badge tone="success">Used</Badge>
        ) : (
          <>
            <span className="whitespace-nowrap text-ink-soft text-sm">
              {expired ? 'Expired' : `Expires ${formatDay(invite.expiresAt)}`}
            </span>
            <Badge tone={expired ? 'neutral' : 'accent'} className="font-mono">
              {invite.code}
            </Badge>
          </>
        )}
        {invite.used ? (
          // Keeps the badges in line with those of the other rows.
          <span className="hidden size-10 sm:block" />
        ) : (
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
      </div>
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
