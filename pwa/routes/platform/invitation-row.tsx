/** One invitation: recipient, code and expiry, with buttons to resend or cancel it. */

import { Copy, Ellipsis, Send, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Invite } from '#schema/contract/platform.ts'

interface InvitationRowProps {
  invite: Invite
  onChanged: () => void
}

export function InvitationRow({ invite, onChanged }: InvitationRowProps) {
  const { busy, asking, setAsking, resend, revoke } = useInvite(invite, onChanged)
  const obstacle = useObstacle()

  return (
    <li className="grid min-h-16 grid-cols-[1fr_2.5rem] items-center gap-x-3 gap-y-1.5 px-5 py-3 text-sm sm:grid-cols-[1fr_auto_2.5rem]">
      <div className="min-w-0">
        <p className="break-words font-medium">
          <bdi translate="no">{invite.businessName}</bdi>
        </p>
        <p className="break-all text-ink-faint">{invite.email}</p>
      </div>
      <CodeAndExpiry invite={invite} />
      {!invite.used && (
        <Menu
          label={platformTexts.inviteActions(invite.businessName)}
          items={[
            ...(invite.code ? [copyEntry(invite.code)] : []),
            {
              label: platformTexts.resendInvite,
              icon: <Send />,
              disabled: obstacle !== null,
              onSelect: resend,
            },
            {
              label: platformTexts.cancelInviteEntry,
              icon: <X />,
              danger: true,
              apart: true,
              onSelect: () => setAsking(true),
            },
          ]}
        >
          <Button look="ghost" size="icon" busy={busy}>
            <Ellipsis size={18} aria-hidden="true" />
          </Button>
        </Menu>
      )}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={platformTexts.cancelThisInvite}
        act={platformTexts.cancelInvite}
        cancel={platformTexts.keepInvite}
        obstacle={obstacle}
        busy={busy}
        onConfirm={revoke}
      >
        {platformTexts.cancelInviteMeaning(keep(invite.email))}
      </ConfirmDialog>
    </li>
  )
}

function useInvite({ id, email }: Invite, onChanged: () => void) {
  /** Asks whether to cancel the invite. */
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const params = { inviteId: id }

  async function act(perform: () => Promise<unknown>, done: string, failed: string) {
    if (busy) return
    setBusy(true)
    try {
      await withFreshPassword(perform)
      showToast({ title: done, description: email })
      onChanged()
    } catch (error) {
      showFailure(failed, error)
    }
    setBusy(false)
    setAsking(false)
  }

  return {
    busy,
    asking,
    setAsking,
    resend: () =>
      void act(
        () => call('admin.resendInviteCode', { params }),
        platformTexts.inviteSent,
        platformTexts.inviteNotSent,
      ),
    revoke: () =>
      void act(
        () => call('admin.revokeInviteCode', { params }),
        platformTexts.inviteCanceled,
        platformTexts.inviteNotCanceled,
      ),
  }
}

function CodeAndExpiry({ invite }: { invite: Invite }) {
  const expired = Date.parse(invite.expiresAt) <= Date.now()
  return (
    <div className="col-span-full row-start-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:col-span-1 sm:row-start-auto">
      {invite.used ? (
        <Badge tone="success">{platformTexts.used}</Badge>
      ) : (
        <>
          {invite.code && (
            <Badge
              tone={expired ? 'neutral' : 'accent'}
              className="-ml-1 font-mono sm:order-last sm:ml-0"
            >
              {invite.code}
            </Badge>
          )}
          <span className="whitespace-nowrap text-ink-soft">
            {expired ? platformTexts.expired : platformTexts.expires(formatDay(invite.expiresAt))}
          </span>
        </>
      )}
    </div>
  )
}

function copyEntry(code: string) {
  return { label: platformTexts.copyCode, icon: <Copy />, onSelect: () => void copy(code) }
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    showToast({ title: platformTexts.codeCopied, description: code })
  } catch {
    // Browsers block the clipboard on pages without HTTPS.
    showToast({
      title: platformTexts.copyFailed,
      description: platformTexts.copyBlocked,
      tone: 'destructive',
    })
  }
}
