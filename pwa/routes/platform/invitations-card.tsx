/** Business Invitations: the newest five, each with its code or its outcome. */

import { Link } from '@tanstack/react-router'
import { Ticket, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import type { CachedCallState } from '#pwa/session/use-cached-call.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { limits } from '#schema/contract/limits.ts'
import { CreateInviteDialog } from './create-invite-dialog.tsx'
import { InvitationRow } from './invitation-row.tsx'

export function InvitationsCard({ invites }: { invites: CachedCallState<'admin.inviteCodes'> }) {
  const [creating, setCreating] = useState(false)
  const { data: listed, error, reload } = invites
  return (
    <Card
      flush
      title={platformTexts.invitations}
      description={platformTexts.invitationsHint(limits.inviteDays)}
      actions={
        <Button look="secondary" onClick={() => setCreating(true)}>
          <UserPlus size={17} aria-hidden="true" />
          {platformTexts.createInvite}
        </Button>
      }
    >
      <div className="border-line border-t">
        <LoadProblem of={invites} className="p-4" />
        {listed?.length === 0 && (
          <EmptyState
            icon={<Ticket />}
            sentence={platformTexts.noInvites}
            action={
              <button type="button" className={textLinkClass} onClick={() => setCreating(true)}>
                {platformTexts.firstInvite}
              </button>
            }
          />
        )}
        {listed && listed.length > 0 && (
          <ul className="divide-y divide-line">
            {listed.slice(0, limits.inviteRows).map((invite) => (
              <InvitationRow key={invite.id} invite={invite} onChanged={reload} />
            ))}
          </ul>
        )}
        {!listed && error === undefined && <LoadingInvitations />}
        {listed?.length === limits.inviteRows && (
          <p className="border-line border-t px-5 py-3 text-sm">
            <Link to="/super-admin-dashboard/invitations" className={textLinkClass}>
              {platformTexts.allInvitations}
            </Link>
          </p>
        )}
      </div>
      <CreateInviteDialog open={creating} onOpen={setCreating} onCreated={reload} />
    </Card>
  )
}

export function LoadingInvitations() {
  return (
    <ul aria-busy="true" className="divide-y divide-line">
      {[0, 1, 2].map((place) => (
        <li key={place} className="flex min-h-16 items-center justify-between gap-3 px-5">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3.5 w-48" />
          </div>
          <Skeleton className="h-6 w-40 rounded-full" />
        </li>
      ))}
    </ul>
  )
}
