/** Who can sign in to a business, and when they last did. */
import { platformTexts } from '#pwa/texts/platform.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { StaffMember } from '#schema/contract/platform.ts'

export function TenantPeople({ people }: { people: StaffMember[] }) {
  const { tenant } = platformTexts
  return (
    <Card flush title={tenant.people} description={tenant.peopleHint}>
      {people.length === 0 ? (
        <EmptyState sentence={tenant.noPeople} />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Person({ person }: { person: StaffMember }) {
  const { tenant } = platformTexts
  const name = `${person.firstName} ${person.lastName}`.trim() || person.email
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <bdi className="wrap-anywhere font-medium">{name}</bdi>
        <p className="break-all text-ink-faint">{person.email}</p>
      </div>
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
    </li>
  )
}
