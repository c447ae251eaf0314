/** All owner invitations, newest first, searchable by business or email. */

import { Ticket, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useAddressAct } from '#pwa/routes/forms/address-act.ts'
import { useAddressWords } from '#pwa/routes/forms/address-words.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedPages } from '#pwa/session/use-cached-call.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { limits } from '#schema/contract/limits.ts'
import { CreateInviteDialog } from './create-invite-dialog.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { LoadingInvitations } from './invitations-card.tsx'

export function InvitationsScreen() {
  const [words, setWords, q] = useAddressWords()
  const [creating, setCreating] = useState(false)
  useAddressAct(['create-invite'], () => setCreating(true))
  const invites = useCachedPages('admin.inviteCodes', { query: { q } })
  const { rows, error, loading, hasMore, more, reload } = invites
  return (
    <>
      <PageHeader
        title={platformTexts.invitations}
        description={platformTexts.invitationsHint(limits.inviteDays)}
        actions={
          <Button onClick={() => setCreating(true)}>
            <UserPlus size={18} aria-hidden="true" />
            {platformTexts.createInvite}
          </Button>
        }
      />
      <Card flush>
        <div className="border-line border-b p-4">
          <SearchInput
            isSecond
            label={platformTexts.searchInvitations}
            value={words}
            onValue={setWords}
          />
        </div>
        <LoadProblem of={invites} className="p-4" />
        {rows?.length === 0 && (
          <EmptyState
            icon={<Ticket />}
            sentence={q ? platformTexts.noInviteMatch : platformTexts.noInvites}
          />
        )}
        {rows && rows.length > 0 && (
          <ul aria-busy={loading} className="divide-y divide-line">
            {rows.map((invite) => (
              <InvitationRow key={invite.id} invite={invite} onChanged={reload} />
            ))}
          </ul>
        )}
        {!rows && error === undefined && <LoadingInvitations />}
        {hasMore && (
          <div className="flex justify-center border-line border-t p-3">
            <Button look="ghost" busy={loading} onClick={more}>
              {platformTexts.showMore}
            </Button>
          </div>
        )}
      </Card>
      <CreateInviteDialog open={creating} onOpen={setCreating} onCreated={reload} />
    </>
  )
}
