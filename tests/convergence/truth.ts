/** The server's tables, for the oracle to compare with the expected state. */
import type { TestServer } from '#tests/support/server.ts'
import { campaignLine } from './campaigns.ts'
import { rewardLine } from './rewards.ts'

/** An operation's final state. */
export interface End {
  operationId: string
  name: string
  status: 'applied' | 'refused' | 'parked' | 'discarded'
  code: string | null
  waitsFor: string | null
  version: number
  settledAt: Date
  receivedAt: Date
  /** The member that the operation was about, according to the server. */
  memberId: string | null
  /** The points that it moved, according to the server. */
  points: number | null
  alreadyMember: boolean
  asker: string
  /** The account it was done for. */
  accountId: string | null
  /** The version in which it first arrived. */
  receivedVersion: number
  outboxId: string | null
  /** The operation came in a seal. */
  isSealed: boolean
  hasPayload: boolean
}

export interface EntryRow {
  id: string
  operationId: string
  memberId: string
  points: number
}

export interface CouponRow {
  id: string
  code: string
  memberId: string
  source: string
  isUsed: boolean
  isVoid: boolean
  issuedAt: Date
  /** By the clock of its work. */
  rowIssuedAt: Date
  usedAt: Date | null
  voidedAt: Date | null
  digest: string
  /** The price of a redemption. */
  paid: number | null
}

export interface Truth {
  ends: Map<string, End>
  /** 'member points spent', without joined members */
  balances: string[]
  /** The counts that dashboards show. */
  counts: { members: number; redemptions: number }
  /** 'id kept moved', one per joined member */
  joins: string[]
  /** 'one other proposed separated' */
  pairs: string[]
  /** The fraction of a point that each member carries, in ten-thousandths. */
  carries: ReadonlyMap<string, number>
  /** Notes by member id. */
  notes: ReadonlyMap<string, string>
  /** Addresses by member id, as only an owner sees them. */
  emails: ReadonlyMap<string, string>
  /** Names and numbers by member id; an empty phone for none. */
  details: ReadonlyMap<string, Record<'firstName' | 'lastName' | 'phone', string>>
  /** 'id member cents reversed cents' */
  purchases: string[]
  entries: EntryRow[]
  coupons: CouponRow[]
  /** One `rewardLine` each. */
  rewards: string[]
  /** One `campaignLine` each. */
  campaigns: string[]
  /** 'reward member times' */
  uses: string[]
  /** The rule by which each purchase earned. */
  ruleOf: Map<string, string>
  /** The account that recorded each purchase. */
  recordedBy: ReadonlyMap<string, string | null>
  /** Founder's member id by e-mail. */
  members: Map<string, string>
  /** The moments to which rows belong, by the operation that made them. */
  dated: Dated[]
}

export interface Dated {
  operationId: string
  what: string
  at: Date
}

export async function readTruth(running: TestServer, businessId: string): Promise<Truth> {
  const of = (text: string) => running.sql.unsafe(text, [businessId])
  const [
    ends,
    customers,
    purchases,
    entries,
    coupons,
    rewards,
    uses,
    campaigns,
    dated,
    pairs,
    kept,
  ] = await Promise.all([
    of(`select operation_id as "operationId", name, status, code, waits_for as "waitsFor",
        version::int, settled_at as "settledAt", received_at as "receivedAt", result->>'memberId' as "memberId", (result->>'points')::int as points, asker, payload is not null as "hasPayload",
        account_id as "accountId", outbox_id as "outboxId", unseen as "isSealed", received_version::int as "receivedVersion",
        coalesce((result->>'alreadyMember')::boolean, false) as "alreadyMember"
      from applied_operation where business_id = $1`),
    of(`select id, email, first_name as "firstName", last_name as "lastName",
        coalesce(phone, '') as phone, points, points_carry::int as carry,
        coalesce(note, '') as note, joined_into as "joinedInto", joined_points as "joinedPoints", (total_spent_cents / 100.0)::numeric(12, 2)::text as spent
      from customer where business_id = $1`),
    of(`select id, member_id as "memberId", amount_cents::int as cents,
        reversed_cents::int as reversed, earning_rule_id as "ruleId",
        recorded_by as "recordedBy" from purchase where business_id = $1`),
    of(`select id, operation_id as "operationId", member_id as "memberId", points
      from points_entry where business_id = $1`),
    of(`select id, code, member_id as "memberId", source, used_at is not null as "isUsed",
        voided_at is not null as "isVoid", used_at as "usedAt",
        issued_at as "rowIssuedAt", voided_at as "voidedAt", code_digest as digest, points_paid as paid,
        -- The row has the day of the work; a use is judged by when that work arrived.
        greatest(issued_at, (select max(a.settled_at) from applied_operation a
          where a.business_id = $1 and a.status = 'applied' and (a.subject_id = coupon.id
            or (a.subject_id = coupon.member_id and source = 'welcome')))) as "issuedAt"
      from coupon where business_id = $1`),
    of(`select id, points_required as points, stock, limit_per_member as "limit",
        is_active as "isActive", retired_at is not null as "isRetired", redeemed_count as redeemed
      from reward where business_id = $1`),
    of(`select reward_id as "rewardId", member_id as "memberId", count
      from reward_use where business_id = $1 and count <> 0
        and member_id not in (select id from customer
          where business_id = $1 and joined_into is not null)`),
    of(`select id, coupon_days as "couponDays", is_active as "isActive", revision,
        retired_at is not null as "isRetired" from campaign where business_id = $1`),
    of(`select operation_id as "operationId", 'points of' as what, created_at as at
        from points_entry where business_id = $1
      union all select a.operation_id, 'purchase of', p.recorded_at
        from purchase p join applied_operation a on a.business_id = $1 and a.subject_id = p.id
          and a.name = 'purchase.record' and a.status = 'applied'
        where p.business_id = $1
      union all select a.operation_id, 'membership of', c.created_at
        from customer c join applied_operation a on a.business_id = $1 and a.subject_id = c.id
          and a.name = 'customer.signUp' and a.status = 'applied' and a.result ->> 'alreadyMember' is null
        where c.business_id = $1`),
    of(`select one_id as one, other_id as other, case when separated_at is null
        then 'proposed' else 'separated' end as how from member_pair where business_id = $1`),
    of('select members, redemptions from business_version where business_id = $1'),
  ])
  const listed = customers.filter(({ joinedInto }) => joinedInto === null)
  return {
    ends: new Map((ends as unknown as End[]).map((end) => [end.operationId, end])),
    emails: new Map(customers.map(({ id, email }) => [String(id), String(email)])),
    details: new Map(customers.map((row) => [String(row.id), row as never])),
    carries: new Map(customers.map(({ id, carry }) => [String(id), Number(carry)])),
    notes: new Map(customers.map(({ id, note }) => [String(id), String(note)])),
    counts: kept[0] as never,
    balances: listed.map(({ id, points, spent }) => `${id} ${points} ${spent}`).sort(),
    joins: customers
      .filter(({ joinedInto }) => joinedInto !== null)
      .map(({ id, joinedInto, joinedPoints }) => `${id} ${joinedInto} ${joinedPoints}`)
      .sort(),
    pairs: pairs.map(({ one, other, how }) => `${one} ${other} ${how}`).sort(),
    purchases: purchases
      .map(({ id, memberId, cents, reversed }) => `${id} ${memberId} ${cents} ${reversed}`)
      .sort(),
    entries: entries as unknown as EntryRow[],
    coupons: coupons as unknown as CouponRow[],
    rewards: rewards.map((row) => rewardLine(row as never)).sort(),
    uses: uses.map(({ rewardId, memberId, count }) => `${rewardId} ${memberId} ${count}`).sort(),
    campaigns: campaigns.map((row) => campaignLine(row as never)).sort(),
    ruleOf: new Map(purchases.map(({ id, ruleId }) => [String(id), String(ruleId)])),
    recordedBy: new Map(purchases.map(({ id, recordedBy }) => [String(id), recordedBy ?? null])),
    members: new Map(customers.map(({ id, email }) => [String(email), String(id)])),
    dated: dated as unknown as Dated[],
  }
}
