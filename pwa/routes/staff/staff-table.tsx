/** The people of a business, with what an owner can do about each. Nobody acts on oneself. */
import { Ellipsis, Send, ShieldCheck, UserMinus, UserRound, X } from 'lucide-react'
import { useMemo } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { formatAgo, formatDay } from '#pwa/ui/format.ts'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { StaffMember } from '#schema/contract/platform.ts'
import type { StaffAct } from './staff-act-dialog.tsx'

interface StaffTableProps {
  businessId: string
  /** undefined while loading */
  staff: StaffMember[] | undefined
  onAct: (act: StaffAct) => void
  onInvited: () => void
}

export function StaffTable({ businessId, staff, onAct, onInvited }: StaffTableProps) {
  const session = useSession()
  const ownId = session.state === 'signedIn' ? session.user.id : null
  const columns = useMemo<Column<StaffMember>[]>(
    () => [
      ...shownColumns(ownId),
      {
        name: 'Actions',
        actions: true,
        cell: (member) => {
          if (member.id === ownId) return null
          const again = () => void inviteAgain(member, businessId, onInvited)
          return (
            <>
              {hasExpired(member) && (
                <Button
                  look="secondary"
                  size="sm"
                  aria-label={`Invite ${member.email} again`}
                  onClick={again}
                >
                  Invite again
                </Button>
              )}
              <Menu label={`Actions for ${nameOf(member)}`} items={itemsFor(member, again, onAct)}>
                <Button look="ghost" size="icon">
                  <Ellipsis size={18} aria-hidden="true" />
                </Button>
              </Menu>
            </>
          )
        },
      },
    ],
    [ownId, businessId, onAct, onInvited],
  )
  return (
    <Table
      caption="Staff"
      columns={columns}
      rows={staff}
      keyOf={(member) => member.id}
      empty={null}
    />
  )
}

export function nameOf(member: StaffMember): string {
  return `${member.firstName} ${member.lastName}`.trim() || member.email
}

/** Its code opens nothing any more. */
function hasExpired({ expiresAt }: StaffMember): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}

function StatusBadge({ member }: { member: StaffMember }) {
  const [label, tone] = !member.pending
    ? (['Active', 'success'] as const)
    : hasExpired(member)
      ? (['Expired', 'neutral'] as const)
      : (['Invited', 'warning'] as const)
  return (
    <Badge tone={tone} icon="dot">
      {label}
    </Badge>
  )
}

function shownColumns(ownId: string | null): Column<StaffMember>[] {
  return [
    {
      name: 'Name',
      main: true,
      cell: (member) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOf(member)} />
          <div className="min-w-0">
            <p className="font-medium">
              <bdi>{nameOf(member)}</bdi>
              {member.id === ownId && <span className="text-ink-faint"> (you)</span>}
            </p>
            {member.firstName && <p className="break-all text-ink-faint text-sm">{member.email}</p>}
          </div>
        </div>
      ),
    },
    { name: 'Role', cell: ({ role }) => (role === 'business_admin' ? 'Owner' : 'Staff') },
    {
      name: 'Status',
      cell: (member) => <StatusBadge member={member} />,
    },
    {
      name: 'Last seen',
      cell: ({ lastSeenAt, pending }) =>
        lastSeenAt ? (
          <time dateTime={lastSeenAt}>{formatAgo(lastSeenAt)}</time>
        ) : (
          <span className="text-ink-faint">{pending ? 'Not yet' : '–'}</span>
        ),
    },
    { name: 'Since', cell: ({ createdAt }) => formatDay(createdAt) },
  ]
}

function itemsFor(
  member: StaffMember,
  inviteAgain: () => void,
  onAct: (act: StaffAct) => void,
): MenuItem[] {
  if (member.pending) {
    return [
      {
        label: hasExpired(member) ? 'Invite again' : 'Send again',
        icon: <Send />,
        onSelect: inviteAgain,
      },
      {
        label: 'Withdraw invite',
        icon: <X />,
        danger: true,
        apart: true,
        onSelect: () => onAct({ kind: 'remove', member }),
      },
    ]
  }
  const isOwner = member.role === 'business_admin'
  return [
    {
      label: isOwner ? 'Make staff' : 'Make owner',
      icon: isOwner ? <UserRound /> : <ShieldCheck />,
      onSelect: () => onAct({ kind: 'role', member, role: isOwner ? 'staff' : 'business_admin' }),
    },
    {
      label: 'Remove',
      icon: <UserMinus />,
      danger: true,
      apart: true,
      onSelect: () => onAct({ kind: 'remove', member }),
    },
  ]
}

async function inviteAgain(
  { email }: StaffMember,
  businessId: string,
  onInvited: () => void,
): Promise<void> {
  try {
    const params = { businessId }
    await withFreshPassword(() => call('business.inviteStaff', { params, body: { email } }))
    showToast({ title: 'Invite sent', description: `We sent the invite to ${email} again.` })
    onInvited()
  } catch (error) {
    showFailure('Failed to send the invite', error)
  }
}
