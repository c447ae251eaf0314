/** The business's team, with the owner's actions for each person except themselves. */

import { Ellipsis, Send, ShieldCheck, ShieldOff, UserMinus, UserRound, X } from 'lucide-react'
import { useMemo } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSession } from '#pwa/session/session.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { secondFactorTexts } from '#pwa/texts/second-factor.ts'
import { staffTexts } from '#pwa/texts/staff.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { RowName } from '#pwa/ui/row-name.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { StaffMember } from '#schema/contract/platform.ts'

/** A change to a team member that the owner confirms first. */
export type StaffAct =
  | { kind: 'remove'; member: StaffMember }
  | { kind: 'resetFactor'; member: StaffMember }
  | { kind: 'role'; member: StaffMember; role: 'business_admin' | 'staff' }

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
      ...shownColumns(ownId, (member) => void inviteAgain(member, businessId, onInvited)),
      {
        name: staffTexts.actions,
        actions: 'menu',
        cell: (member) => {
          if (member.id === ownId) return null
          const again = () => void inviteAgain(member, businessId, onInvited)
          return (
            <Menu
              label={staffTexts.actionsFor(nameOf(member))}
              items={itemsFor(member, again, onAct)}
            >
              <Button look="ghost" size="icon">
                <Ellipsis size={18} aria-hidden="true" />
              </Button>
            </Menu>
          )
        },
      },
    ],
    [ownId, businessId, onAct, onInvited],
  )
  return (
    <Table
      caption={staffTexts.title}
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

/** Whether the invitation's code no longer works. */
function hasExpired({ expiresAt }: StaffMember): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}

function StatusBadge({ member }: { member: StaffMember }) {
  const [label, tone] = !member.pending
    ? ([staffTexts.active, 'success'] as const)
    : hasExpired(member)
      ? ([staffTexts.expired, 'neutral'] as const)
      : ([staffTexts.invited, 'warning'] as const)
  return (
    <Badge tone={tone} icon="dot">
      {label}
    </Badge>
  )
}

function shownColumns(
  ownId: string | null,
  onResend: (member: StaffMember) => void,
): Column<StaffMember>[] {
  return [
    {
      name: staffTexts.name,
      main: true,
      cell: (member) => (
        <RowName
          lead={<Avatar name={nameOf(member)} />}
          name={member.id === ownId ? staffTexts.you(nameOf(member)) : nameOf(member)}
          detail={member.firstName && member.email}
        />
      ),
    },
    {
      name: staffTexts.role,
      cell: ({ role }) => (role === 'business_admin' ? staffTexts.owner : staffTexts.staff),
    },
    {
      name: staffTexts.status,
      cell: (member) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 @4xl:flex-nowrap">
          <StatusBadge member={member} />
          {hasExpired(member) && (
            <Button
              look="secondary"
              size="sm"
              aria-label={staffTexts.resendInviteTo(member.email)}
              onClick={() => onResend(member)}
            >
              {staffTexts.resendInvite}
            </Button>
          )}
        </div>
      ),
    },
    {
      name: staffTexts.lastSeen,
      cell: ({ lastSeenAt, pending }) =>
        lastSeenAt ? (
          <Ago at={lastSeenAt} />
        ) : (
          <span className="text-ink-faint">{pending ? staffTexts.never : '–'}</span>
        ),
    },
    { name: staffTexts.added, cell: ({ createdAt }) => formatDay(createdAt) },
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
        label: staffTexts.resendInvite,
        icon: <Send />,
        onSelect: inviteAgain,
      },
      {
        label: staffTexts.cancelInviteEntry,
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
      label: isOwner ? staffTexts.changeToStaff : staffTexts.makeOwner,
      icon: isOwner ? <UserRound /> : <ShieldCheck />,
      onSelect: () => onAct({ kind: 'role', member, role: isOwner ? 'staff' : 'business_admin' }),
    },
    ...(member.hasSecondFactor && !isOwner
      ? [
          {
            label: secondFactorTexts.resetEntry,
            icon: <ShieldOff />,
            onSelect: () => onAct({ kind: 'resetFactor', member }),
          },
        ]
      : []),
    {
      label: staffTexts.remove,
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
    showToast({ title: staffTexts.inviteSent, description: staffTexts.inviteResentTo(keep(email)) })
    onInvited()
  } catch (error) {
    showFailure(staffTexts.inviteFailed, error)
  }
}
