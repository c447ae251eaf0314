/**
 * Counts what reached the server between two instants by the hour to which it belongs, from the
 * source rows: the only definition of each figure. The job that closes hours stores these counts;
 * analytics use them live for what has arrived since. Work that a device did offline belongs to an
 * earlier hour than the one in which it arrives.
 */
import { type SQL, sql } from 'drizzle-orm'

export interface Span {
  businessId: string
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  to: Date
}

const hourOf = (column: SQL) =>
  sql`date_bin('1 hour', ${column}, timestamptz '2000-01-01 00:00:00+00')`

const within = (column: SQL, { from, to }: Span) =>
  sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${to.toISOString()}::timestamptz`

/** Excludes sample customers, so removing them changes no figure. */
const isReal = (memberId: SQL, { businessId }: Span) =>
  sql`not exists (select from sample_member s
    where s.business_id = ${businessId}::uuid and s.member_id = ${memberId})`

interface Source {
  table: 'purchase' | 'customer' | 'points_entry' | 'coupon'
  /** The hour to which a row belongs. */
  at: string
  /** Set on rows that arrived in a later hour. */
  arrivedAt?: string
  which?: SQL
}

/** Rows that arrived in the span. Rows in time and late rows each have their own index. */
function arrivedIn(
  { table, at, arrivedAt = 'arrived_at', which = sql`true` }: Source,
  span: Span,
): SQL {
  const late = sql.identifier(arrivedAt)
  const rows = sql`select * from ${sql.identifier(table)}
    where business_id = ${span.businessId}::uuid and ${which}`
  return sql`(${rows} and ${late} is null and ${within(sql`${sql.identifier(at)}`, span)}
    union all ${rows} and ${within(sql`${late}`, span)})`
}

/**
 * Purchases with the number of those by the same member that arrived earlier, counted up to two. A
 * purchase is a visit: the second means that the customer came back. A visit that arrives late is
 * the later one, so that counts of closed hours stay true.
 */
const boughtIn = (span: Span) => sql`
  select p.recorded_at, p.amount_cents, p.member_id, (
    select count(*) from (
      select 1 from purchase e
      where e.business_id = ${span.businessId}::uuid and e.member_id = p.member_id
        and e.recorded_at <= coalesce(p.arrived_at, p.recorded_at)
        and (coalesce(e.arrived_at, e.recorded_at), e.id)
          < (coalesce(p.arrived_at, p.recorded_at), p.id)
      limit 2
    ) as earlier
  ) as earlier
  from ${arrivedIn({ table: 'purchase', at: 'recorded_at' }, span)} p
  where ${isReal(sql`p.member_id`, span)}`

/** Without members that an import brought along: they joined elsewhere. */
const signedUpIn = (span: Span) =>
  arrivedIn({ table: 'customer', at: 'created_at', which: sql`welcome <> 'none'` }, span)

/** Without imported points, which another program issued, and those that a join moves. */
const movedIn = (span: Span) =>
  arrivedIn(
    { table: 'points_entry', at: 'created_at', which: sql`reason not in ('imported', 'joined')` },
    span,
  )

/** Reversals, at the time of each; the purchase row keeps only their sum. */
const reversedIn = (span: Span) => sql`
  select e.created_at as at, ((o.result ->> 'amount')::numeric * 100)::bigint as cents
  from applied_operation o
  join points_entry e
    on e.business_id = o.business_id and e.operation_id = o.operation_id
  where o.business_id = ${span.businessId}::uuid and o.status = 'applied'
    and o.name = 'purchase.reverse' and ${within(sql`o.settled_at`, span)}
    and ${isReal(sql`(o.result ->> 'memberId')::uuid`, span)}`

/** Redemptions at the price paid; an undone one is subtracted at the time it was undone. */
const redeemedIn = (span: Span) => {
  const countedAt = (at: string, arrivedAt: string, n: number) => sql`
    select ${sql.identifier(at)} as at, ${n}::int as n, reward_id,
      ${n}::int * coalesce(points_paid, 0) as points
    from ${arrivedIn({ table: 'coupon', at, arrivedAt, which: sql`source = 'reward'` }, span)} coupon
    where ${isReal(sql`coupon.member_id`, span)}`
  return sql`${countedAt('issued_at', 'arrived_at', 1)}
    union all ${countedAt('voided_at', 'void_arrived_at', -1)}`
}

/** Columns of `activity_hour` after the business. */
export function hourlyActivity(span: Span): SQL {
  const own = sql`business_id = ${span.businessId}::uuid`
  const at = sql`at`
  return sql`
    select ${hourOf(at)} as hour,
      coalesce(sum(n) filter (where what = 'scan'), 0)::int as scans,
      coalesce(sum(n) filter (where what = 'signUp'), 0)::int as sign_ups,
      coalesce(sum(n) filter (where what = 'purchase'), 0)::int as purchases,
      coalesce(sum(n) filter (where what = 'repeat'), 0)::int as repeat_purchases,
      coalesce(sum(n) filter (where what = 'reversal'), 0)::int as reversals,
      coalesce(sum(n) filter (where what = 'redemption'), 0)::int as redemptions,
      coalesce(sum(n) filter (where what = 'cents'), 0)::bigint as revenue_cents,
      coalesce(sum(n) filter (where what = 'points' and n > 0), 0)::bigint as points_issued,
      coalesce(-sum(n) filter (where what = 'points' and n < 0), 0)::bigint as points_spent
    from (
      select recorded_at as at, 'scan' as what, 1::bigint as n from scan
        where ${own} and ${within(sql`recorded_at`, span)}
      union all select created_at, 'signUp', 1 from ${signedUpIn(span)} customer
        where ${isReal(sql`customer.id`, span)}
      union all select recorded_at, kind.what, kind.n from (${boughtIn(span)}) bought,
        lateral (values ('purchase', 1::bigint), ('repeat', least(earlier, 1)),
          ('cents', amount_cents)) kind(what, n)
      union all select reversed.at, kind.what, kind.n from (${reversedIn(span)}) reversed,
        lateral (values ('reversal', 1::bigint), ('cents', -cents)) kind(what, n)
      union all select redeemed.at, 'redemption', n from (${redeemedIn(span)}) redeemed
      union all select created_at, 'points', points
        from ${movedIn(span)} entry
        where ${isReal(sql`entry.member_id`, span)}
    ) as event
    group by 1`
}

/** When anything last happened in the span; null for never. */
export function lastActivity(span: Span): SQL {
  const own = sql`business_id = ${span.businessId}::uuid`
  return sql`
    select max(at) as at from (
      select recorded_at as at from scan where ${own} and ${within(sql`recorded_at`, span)}
      union all select created_at from ${signedUpIn(span)} customer
        where ${isReal(sql`customer.id`, span)}
      union all select recorded_at from ${arrivedIn({ table: 'purchase', at: 'recorded_at' }, span)} p
        where ${isReal(sql`p.member_id`, span)}
      union all select at from (${redeemedIn(span)}) redeemed
      union all select created_at
        from ${movedIn(span)} entry
        where ${isReal(sql`entry.member_id`, span)}
    ) as event`
}

/** Columns of `qr_code_activity_hour`: where members signed up, and whether they came back. */
export function hourlyByQrCode(span: Span): SQL {
  const own = sql`business_id = ${span.businessId}::uuid`
  return sql`
    select ${hourOf(sql`at`)} as hour, qr_code_id,
      coalesce(sum(n) filter (where what = 'scan'), 0)::int as scans,
      coalesce(sum(n) filter (where what = 'signUp'), 0)::int as sign_ups,
      coalesce(sum(n) filter (where what = 'first'), 0)::int as first_purchases,
      coalesce(sum(n) filter (where what = 'second'), 0)::int as second_purchases
    from (
      select recorded_at as at, qr_code_id, 'scan' as what, 1 as n from scan
        where ${own} and ${within(sql`recorded_at`, span)}
      union all select created_at, joined_by_qr_code_id, 'signUp', 1
        from ${signedUpIn(span)} customer
        where joined_by_qr_code_id is not null
      union all select bought.recorded_at, member.joined_by_qr_code_id,
          case earlier when 0 then 'first' else 'second' end, 1
        from (${boughtIn(span)}) bought
        join customer member
          on member.business_id = ${span.businessId}::uuid and member.id = bought.member_id
        where earlier < 2 and member.joined_by_qr_code_id is not null
    ) as event
    group by 1, 2`
}

/** Columns of `reward_activity_hour`. */
export function hourlyByReward(span: Span): SQL {
  return sql`
    select ${hourOf(sql`at`)} as hour, reward_id, sum(n)::int as redemptions,
      sum(points)::bigint as points
    from (${redeemedIn(span)}) redeemed
    group by 1, 2`
}
