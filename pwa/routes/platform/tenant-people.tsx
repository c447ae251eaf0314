/** The people who can sign in to a business, with their last sign-in. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { secondFactorTexts } from '#pwa/texts/second-factor.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { StaffMember } from '#schema/contract/platform.ts'

interface TenantPeopleProps {
  businessId: string
  people: StaffMember[]
  onChanged: () => void
}

export function TenantPeople({ businessId, people, onChanged }: TenantPeopleProps) {
  const { tenant } = platformTexts
  const [resetting, setResetting] = useState<StaffMember | null>(null)
  const { busy, run } = useBusy((error) => {
    showFailure(secondFactorTexts.resetFailed, error)
    if (isGone(error)) setResetting(null)
  })
  const obstacle = useObstacle()

  const reset = (person: StaffMember) =>
    run(async () => {
      const params = { businessId, staffId: person.id }
      await withFreshPassword(() => call('admin.resetSecondFactor', { params }))
      showToast({ title: secondFactorTexts.resetDone(keep(nameOf(person))) })
      onChanged()
      setResetting(null)
    })

  return (
    <Card flush title={tenant.people} description={tenant.peopleHint}>
      {people.length === 0 ? (
        <EmptyState sentence={tenant.noPeople} />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {people.map((person) => (
            <Person key={person.id} person={person} onReset={() => setResetting(person)} />
          ))}
        </ul>
      )}
      {resetting && (
        <ConfirmDialog
          open
          onOpen={(open) => !open && setResetting(null)}
          title={secondFactorTexts.resetTitle(keep(nameOf(resetting)))}
          act={secondFactorTexts.reset}
          obstacle={obstacle}
          busy={busy}
          onConfirm={() => void reset(resetting)}
        >
          {secondFactorTexts.resetMeaning}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function nameOf(person: StaffMember): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email
}

function Person({ person, onReset }: { person: StaffMember; onReset: () => void }) {
  const { tenant } = platformTexts
  const name = nameOf(person)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <bdi translate="no" className="wrap-anywhere font-medium">
          {name}
        </bdi>
        {person.firstName && <p className="break-all text-ink-faint">{person.email}</p>}
      </div>
      {/* Wraps as one unit, so that the rows line up. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge tone={person.pending ? 'warning' : 'neutral'}>
          {person.pending ? tenant.invited : tenant.roles[person.role]}
        </Badge>
        {!person.pending && (
          <span className="text-ink-soft">
            {person.lastSeenAt ? (
              <Ago at={person.lastSeenAt} sentence={tenant.lastSeen} />
            ) : (
              tenant.neverSeen
            )}
          </span>
        )}
      </div>
      {person.role === 'business_admin' && person.hasSecondFactor && (
        <Button
          look="secondary"
          size="sm"
          aria-label={secondFactorTexts.resetTitle(name)}
          onClick={onReset}
        >
          {secondFactorTexts.resetEntry}
        </Button>
      )}
    </li>
  )
}
