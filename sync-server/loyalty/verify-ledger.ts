/**
 * Proves on a live database that the ledger adds up: every balance is the sum of its entries, every
 * coupon has its source, every applied operation its effect. Checks one business at a time and only
 * reads.
 */
import { sql } from 'drizzle-orm'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { Tenant } from '#sync-server/database/doors.ts'

/** Each invariant with a query for the ids that violate it. */
function checksOf(businessId: string) {
  const b = sql`${businessId}::uuid`
  const entryOf = (operationId: ReturnType<typeof sql>) =>
    sql`exists (select 1 from points_entry e
      where e.business_id = ${b} and e.operation_id = ${operationId})`
  const isLoaded = (memberId: ReturnType<typeof sql>) =>
    sql`exists (select 1 from sample_member s
      where s.business_id = ${b} and s.member_id = ${memberId})`
  return {
    'An entry belongs to an applied operation': sql`select e.id from points_entry e
      where e.business_id = ${b} and e.reason <> 'imported'
        and not exists (select 1 from applied_operation o
          where o.business_id = ${b} and o.operation_id = e.operation_id and o.status = 'applied')
        -- The other entry of a join or a separation.
        and not (e.reason = 'joined' and exists (select 1 from applied_operation o
          where o.business_id = ${b} and o.name in ('customer.join', 'customer.separate')
            and o.result ->> 'entryId' = e.id::text))
        and not ${isLoaded(sql`e.member_id`)}`,
    'A purchase belongs to an applied operation': sql`select p.id from purchase p
      where p.business_id = ${b} and not exists (select 1 from applied_operation o
          where o.business_id = ${b} and o.subject_id = p.id and o.status = 'applied'
            and o.name = 'purchase.record')
        and not ${isLoaded(sql`p.member_id`)}`,
    'A balance is the sum of its entries': sql`select c.id from customer c
      where c.business_id = ${b} and c.points <> (select coalesce(sum(e.points), 0)
        from points_entry e where e.business_id = ${b} and e.member_id = c.id)`,
    // Counts those joined into a member, who themselves are left out.
    'What a customer spent is the sum of their openings and what is left of their purchases': sql`
      select c.id from customer c where c.business_id = ${b} and c.joined_into is null
        and c.total_spent_cents <>
        (select coalesce(sum(p.amount_cents - p.reversed_cents), 0)
          from purchase p where p.business_id = ${b} and p.member_id = c.id)
        + (select coalesce(sum(o.spent_cents), 0)
          from opening o where o.business_id = ${b} and o.member_id = c.id)
        + (select coalesce(sum(p.amount_cents - p.reversed_cents), 0) from customer j
          join purchase p on p.business_id = ${b} and p.member_id = j.id
          where j.business_id = ${b} and j.joined_into = c.id)
        + (select coalesce(sum(o.spent_cents), 0) from customer j
          join opening o on o.business_id = ${b} and o.member_id = j.id
          where j.business_id = ${b} and j.joined_into = c.id)`,
    'A join has its pair of entries': sql`select o.operation_id as id from applied_operation o
      where o.business_id = ${b} and o.status = 'applied'
        and o.name in ('customer.join', 'customer.separate')
        and (select coalesce(sum(e.points), 0) from points_entry e
          where e.business_id = ${b}
            and e.id in (o.operation_id, (o.result ->> 'entryId')::uuid)) <> 0`,
    'A joined member owns nothing': sql`with keys as materialized (
        select member_id from customer_key where business_id = ${b})
      select c.id from customer c
      where c.business_id = ${b} and c.joined_into is not null and (c.points <> 0
        or exists (select from customer k where k.business_id = ${b} and k.id = c.joined_into
          and k.joined_into is not null)
        or exists (select from keys where keys.member_id = c.id))`,
    'A separation gives back what the join moved, less what undos of imports took': sql`
      select c.id from customer c, lateral (
          select o.version, (o.result ->> 'points')::int as points from applied_operation o
          where o.business_id = ${b} and o.status = 'applied' and o.name = 'customer.join'
            and o.result ->> 'joinId' = c.id::text order by o.version desc limit 1) j
      where c.business_id = ${b} and c.joined_into is not null
        and c.joined_points <> j.points - (select coalesce(sum(r.taken_back), 0) from import_row r
          join points_entry e on e.business_id = ${b} and e.id = r.undo_entry_id
          where r.business_id = ${b} and r.member_id = c.id and e.version > j.version)`,
    'An imported entry is that of a row': sql`select e.id from points_entry e
      where e.business_id = ${b} and e.reason = 'imported' and not exists (
        select 1 from import_row r where r.business_id = ${b} and r.member_id = e.member_id
          and ((r.entry_id = e.id and r.points = e.points)
            or (r.undo_entry_id = e.id and -r.taken_back = e.points)))
        -- Taken back from the member into whom the row's member is, or was, joined.
        and not exists (select 1 from applied_operation o
          join import_row r on r.business_id = ${b} and r.member_id = (o.result ->> 'joinId')::uuid
          where o.business_id = ${b} and o.name = 'customer.join' and o.status = 'applied'
            and o.result ->> 'memberId' = e.member_id::text
            and r.undo_entry_id = e.id and -r.taken_back = e.points)`,
    'A row that was written has its entries': sql`select r.member_id as id from import_row r
      where r.business_id = ${b} and r.outcome in ('written', 'undone', 'kept')
        and r.points - r.taken_back <> (select coalesce(sum(e.points), 0) from points_entry e
          where e.business_id = ${b} and e.id in (r.entry_id, r.undo_entry_id))`,
    'A source has given what its rows gave': sql`select s.member_id as id from import_source s
      where s.business_id = ${b} and (s.points, s.spent_cents) <> (
        select coalesce(sum(r.points - r.taken_back), 0),
          coalesce(sum(r.spent_cents) filter (where r.outcome = 'written'), 0)
        from import_row r join import_run i on i.business_id = ${b} and i.id = r.run_id
        where r.business_id = ${b} and i.source = s.source and r.source_key = s.source_key
          and r.outcome in ('written', 'undone', 'kept'))`,
    'A reward’s count is that of its coupons that are not void': sql`select r.id from reward r
      where r.business_id = ${b} and r.redeemed_count <> (select count(*) from coupon k
        where k.business_id = ${b} and k.reward_id = r.id and k.voided_at is null)`,
    'A business’s counts are those of its members and their redemptions': sql`
      select v.business_id as id from business_version v
      where v.business_id = ${b} and (
        v.members <> (select count(*) from customer c where c.business_id = ${b}
          and c.erased_at is null and c.joined_into is null and not c.is_sample)
        or v.redemptions <> (select count(*) from coupon k
          join customer c on c.business_id = ${b} and c.id = k.member_id
          where k.business_id = ${b} and k.source = 'reward' and k.voided_at is null
            and not c.is_sample))`,
    'A coupon of a reward was paid for': sql`select k.id from coupon k
      where k.business_id = ${b} and k.source = 'reward' and not exists (
        select 1 from points_entry e where e.business_id = ${b} and e.member_id = k.member_id
          and e.reason = 'redemption' and e.points = -coalesce(k.points_paid, -e.points))`,
    'What was paid for coupons is what redemptions took': sql`select c.id from customer c
      where c.business_id = ${b}
        and (select coalesce(sum(k.points_paid), 0) from coupon k
          where k.business_id = ${b} and k.member_id = c.id and k.source = 'reward')
        <> (select coalesce(-sum(e.points), 0) from points_entry e
          where e.business_id = ${b} and e.member_id = c.id and e.reason = 'redemption')`,
    // Members who were ever joined count together: a coupon of one may have been undone for another.
    'What was given back is what void coupons had cost': sql`
      with joined as (
        select distinct id::uuid from applied_operation o,
          lateral (values (o.result ->> 'memberId'), (o.result ->> 'joinId')) of_join (id)
        where o.business_id = ${b} and o.status = 'applied' and o.name = 'customer.join')
      select min(who.id::text)::uuid as id
      from (select c.id, case when j.id is null then c.id end as among
          from customer c left join joined j on j.id = c.id where c.business_id = ${b}) who,
        lateral (select
          (select coalesce(sum(k.points_paid), 0) from coupon k
            where k.business_id = ${b} and k.member_id = who.id and k.voided_at is not null) as cost,
          (select coalesce(sum(e.points), 0) from points_entry e
            join applied_operation o on o.business_id = ${b} and o.operation_id = e.operation_id
            where e.business_id = ${b} and e.member_id = who.id and o.name = 'redemption.undo')
            as given) sums
      group by who.among having sum(sums.cost) <> sum(sums.given)`,
    'A member’s uses of a reward are their coupons that are not void': sql`
      select coalesce(u.reward_id, k.reward_id) as id
      from (select u.* from reward_use u
          join customer c on c.business_id = ${b} and c.id = u.member_id
          where u.business_id = ${b} and c.joined_into is null) u
      full join (select reward_id, coalesce(c.joined_into, c.id) as member_id, count(*) as count
          from coupon k join customer c on c.business_id = ${b} and c.id = k.member_id
          where k.business_id = ${b} and k.source = 'reward' and k.voided_at is null
          group by 1, 2) k
        on k.reward_id = u.reward_id and k.member_id = u.member_id
      where coalesce(u.count, 0) <> coalesce(k.count, 0)`,
    'A member has one welcome coupon at most': sql`select k.member_id as id from coupon k
      where k.business_id = ${b} and k.source = 'welcome'
      group by k.member_id having count(*) > 1`,
    'A purchase earned what its entry says': sql`select p.id
      from applied_operation o
      join purchase p on p.business_id = ${b} and p.id = o.subject_id
      join points_entry e on e.business_id = ${b} and e.operation_id = o.operation_id
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'purchase.record'
        and e.points <> p.points`,
    'A welcome coupon belongs to someone who was welcomed': sql`select k.id from coupon k
      join customer c on c.business_id = k.business_id and c.id = k.member_id
      where k.business_id = ${b} and k.source = 'welcome' and c.welcome <> 'given'`,
    'A coupon of a campaign has its recipient': sql`select k.id from coupon k
      join customer c on c.business_id = k.business_id and c.id = k.member_id
      where k.business_id = ${b} and k.source = 'campaign' and c.erased_at is null
        and not exists (select 1 from campaign_recipient r where r.business_id = ${b}
          and r.coupon_id = k.id and r.member_id = k.member_id)`,
    'A recipient of a campaign has their coupon': sql`select r.coupon_id as id
      from campaign_recipient r
      where r.business_id = ${b} and not exists (select 1 from coupon k
        where k.business_id = ${b} and k.id = r.coupon_id and k.source = 'campaign')`,
    'A recorded purchase is there': sql`select o.operation_id as id from applied_operation o
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'purchase.record'
        and not (${entryOf(sql`o.operation_id`)} and exists (select 1 from purchase p
          where p.business_id = ${b} and p.id = o.subject_id))`,
    'A redemption has its coupon and its entry': sql`select o.operation_id as id
      from applied_operation o
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'reward.redeem'
        and not (${entryOf(sql`o.operation_id`)} and exists (select 1 from coupon k
          where k.business_id = ${b} and k.id = o.subject_id))`,
    'A reversal, an undone redemption and an adjustment have their entry': sql`
      select o.operation_id as id from applied_operation o
      where o.business_id = ${b} and o.status = 'applied'
        and o.name in ('purchase.reverse', 'redemption.undo', 'points.adjust')
        and not ${entryOf(sql`o.operation_id`)}`,
    'A welcome that was decided is held no more': sql`select o.operation_id as id
      from applied_operation o join customer c on c.business_id = ${b}
        and c.id = (o.result ->> 'memberId')::uuid
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'welcome.decide'
        and c.welcome = 'held'`,
    'A coupon that was used is marked as used, unless that was undone': sql`
      select o.operation_id as id from applied_operation o
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'coupon.use'
        and not exists (select 1 from coupon k where k.business_id = ${b}
          and k.id = (o.result ->> 'couponId')::uuid and k.used_at is not null)
        and not exists (select 1 from applied_operation u where u.business_id = ${b}
          and u.status = 'applied' and u.name = 'couponUse.undo'
          and u.result ->> 'useId' = o.subject_id::text)`,
    'An undone use marks no coupon as used': sql`select u.operation_id as id
      from applied_operation u
      where u.business_id = ${b} and u.status = 'applied' and u.name = 'couponUse.undo'
        and exists (select 1 from coupon k where k.business_id = ${b}
          and k.id = (u.result ->> 'couponId')::uuid and k.use_id::text = u.result ->> 'useId')`,
    'A reward or campaign that was created is there': sql`select o.operation_id as id
      from applied_operation o
      where o.business_id = ${b} and o.status = 'applied'
        and o.name in ('reward.create', 'campaign.create')
        and not exists (select 1 from reward r where r.business_id = ${b} and r.id = o.subject_id)
        and not exists (select 1 from campaign c
          where c.business_id = ${b} and c.id = o.subject_id)`,
    'The program, a reward and a campaign are as an applied operation left them': sql`select id
      from (select id, program_revision as revision from business where id = ${b}
        union all select id, revision from reward where business_id = ${b}
        union all select id, revision from campaign where business_id = ${b}) kept
      where revision <> ${firstRuleId}::uuid and not exists (select 1 from applied_operation o
        where o.business_id = ${b} and o.operation_id = kept.revision and o.status = 'applied')`,
    'A sign-up has its customer': sql`select o.operation_id as id from applied_operation o
      where o.business_id = ${b} and o.status = 'applied' and o.name = 'customer.signUp'
        and not exists (select 1 from customer c where c.business_id = ${b} and c.id = o.subject_id)
        and not exists (select 1 from member_alias a
          where a.business_id = ${b} and a.alias_id = o.subject_id)`,
  }
}

interface LedgerProblem {
  /** The violated invariant. */
  law: string
  ids: string[]
}

export async function verifyLedger({ db, businessId }: Tenant): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  for (const [law, query] of Object.entries(checksOf(businessId))) {
    const rows = await db.execute<{ id: string }>(query)
    if (rows.length > 0) problems.push({ law, ids: rows.map(({ id }) => id) })
  }
  return problems
}
