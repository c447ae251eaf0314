/** Lines of the audit log: when, who, what and how it ended. */

import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { useSession } from '#pwa/session/session.ts'
import { activityTexts } from '#pwa/texts/activity.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatDay, formatMoney, formatTime, formatTimes } from '#pwa/texts/format.ts'
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { refusals } from '#schema/contract/refusal.ts'
import { describeAct, describeActor } from './acts.ts'
import { type AuditLine, foldVisits } from './visits.ts'

interface AuditLogTableProps {
  records: AuditRecord[] | undefined
  /** Default: all. */
  linesMax?: number
  /** Adds a column with the business, for a log of several. */
  namesBusinesses?: boolean
  /** Buttons that act on a line. */
  actionOf?: ActionOf
  empty: string
}

type ActionOf = (record: AuditRecord) => ReactNode

const tones: Record<Exclude<AuditRecord['outcome'], 'done'>, BadgeTone> = {
  refused: 'danger',
  parked: 'warning',
}

export function AuditLogTable(props: AuditLogTableProps) {
  const { records, linesMax, namesBusinesses = false, actionOf, empty } = props
  const columns = useMemo(() => columnsWith(namesBusinesses, actionOf), [namesBusinesses, actionOf])
  const lines = useMemo(
    () => records && foldVisits(records).slice(0, linesMax),
    [records, linesMax],
  )
  return (
    <Table
      caption={auditLogTexts.title}
      columns={columns}
      rows={lines}
      keyOf={(record) => record.id}
      empty={<EmptyState icon={<ScrollText />} sentence={empty} />}
    />
  )
}

function columnsWith(namesBusinesses: boolean, actionOf?: ActionOf): Column<AuditLine>[] {
  return [
    {
      name: auditLogTexts.activity,
      main: true,
      cell: (record) => <ActCell record={record} action={actionOf?.(record)} />,
    },
    {
      name: auditLogTexts.who,
      words: true,
      wideOnly: true,
      cell: (record) => <WhoCell record={record} />,
    },
    ...(namesBusinesses
      ? [
          {
            name: auditLogTexts.business,
            words: true,
            cell: (record: AuditRecord) =>
              record.businessId ? (
                <bdi translate="no">{record.businessName ?? auditLogTexts.aBusiness}</bdi>
              ) : (
                <span className="text-ink-faint">{auditLogTexts.platform}</span>
              ),
          },
        ]
      : []),
    {
      name: auditLogTexts.when,
      wideOnly: true,
      cell: (record) => <When {...record} />,
    },
    {
      name: auditLogTexts.network,
      wideOnly: true,
      cell: ({ network }) => (
        // IPv6 addresses wrap; IPv4 addresses fit.
        <span className="inline-block max-w-32 break-words text-ink-soft tabular-nums">
          {network ?? '–'}
        </span>
      ),
    },
  ]
}

function ActCell({ record, action }: { record: AuditLine; action: ReactNode }) {
  return (
    <div className="min-w-0 @4xl:flex @4xl:flex-wrap @4xl:items-center @4xl:gap-x-3">
      <span className="font-medium">{describeAct(record.act)}</span>
      {record.outcome !== 'done' && (
        <span className="ml-2 @4xl:ml-0">
          <Outcome outcome={record.outcome} />
        </span>
      )}
      <Particulars {...record} />
      {record.alsoViewed && (
        <p className="text-ink-soft text-sm">{record.alsoViewed.map(describeAct).join(' · ')}</p>
      )}
      {record.code && <p className="max-w-sm text-ink-faint text-sm">{reasonOf(record.code)}</p>}
      <p className="flex flex-wrap gap-x-2 text-ink-faint text-sm @2xl:hidden">
        <Actor {...record} /> <When {...record} />
      </p>
      {action}
    </div>
  )
}

function When({ happenedAt, since }: Pick<AuditLine, 'happenedAt' | 'since'>) {
  return (
    <time dateTime={happenedAt} className="tabular-nums">
      {!isToday(happenedAt) && <span className="whitespace-nowrap">{formatDay(happenedAt)}</span>}{' '}
      <span className="whitespace-nowrap text-ink-faint">
        {since ? formatTimes(since, happenedAt) : formatTime(happenedAt)}
      </span>
    </time>
  )
}

function Actor({ actorName, actorKind }: Pick<AuditRecord, 'actorName' | 'actorKind'>) {
  return (
    <bdi translate="no" className="wrap-anywhere">
      {actorName ?? describeActor(actorKind)}
    </bdi>
  )
}

/** Today's lines show only the time. */
const isToday = (instant: string) => formatDay(instant) === formatDay(new Date())

/** Shows only what is unusual: a refusal, or work on hold. */
function Outcome({ outcome }: Pick<AuditRecord, 'outcome'>) {
  if (outcome === 'done') return null
  return (
    <Badge tone={tones[outcome]} icon="dot">
      {auditLogTexts[outcome]}
    </Badge>
  )
}

function WhoCell({ record }: { record: AuditRecord }) {
  return (
    // Columns with `words` may break anywhere and get the remaining width, so this one needs a
    // minimum.
    <div className="min-w-0 @2xl:min-w-28 @4xl:flex @4xl:flex-wrap @4xl:gap-x-2">
      <bdi translate="no" className="block">
        {record.actorName ?? describeActor(record.actorKind)}
      </bdi>
      {record.actorName && (
        <span className="text-ink-faint">{describeActor(record.actorKind)}</span>
      )}
    </div>
  )
}

/** For a change of several businesses, their number; for an applied operation: the customer, reward, amount, points and changed fields. */
function Particulars(record: AuditRecord) {
  const { act, customer, reward, amount, points, reason, changed = [], businesses } = record
  const parts = [
    businesses && <span key="businesses">{auditLogTexts.businesses(businesses.count)}</span>,
    customer && <Customer key="customer" {...customer} />,
    reward && (
      <bdi translate="no" key="reward">
        {reward}
      </bdi>
    ),
    amount && (
      <span translate="no" key="amount">
        {formatMoney(amount)}
      </span>
    ),
    points !== null && (
      <span key="points">
        {`${act === 'points.adjust' && points > 0 ? '+' : ''}${activityTexts.points(points)}`}
      </span>
    ),
    reason && (
      <q translate="no" key="reason" className="wrap-anywhere">
        {reason}
      </q>
    ),
    ...changed.map((field) => <span key={field}>{customerTexts[field]}</span>),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="flex flex-wrap gap-x-2 text-ink-soft text-sm tabular-nums">{parts}</p>
}

/** Leads the business's people to the customer's page. An erased customer has none. */
function Customer({ memberId, name }: NonNullable<AuditRecord['customer']>) {
  const isOwn = useSession((session) => session.state === 'signedIn' && !!session.user.businessId)
  if (name === null) return <span>{activityTexts.deletedCustomer}</span>
  if (!isOwn) return <bdi translate="no">{name}</bdi>
  return (
    <Link
      to="/business-dashboard/customers/$memberId"
      params={{ memberId }}
      className="wrap-anywhere text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      <bdi translate="no">{name}</bdi>
    </Link>
  )
}

/** The same sentence that the person saw. */
function reasonOf(code: string): string {
  return Object.hasOwn(refusals, code)
    ? refusalSentence(code, refusals[code as keyof typeof refusals].message)
    : code.replaceAll('_', ' ')
}
