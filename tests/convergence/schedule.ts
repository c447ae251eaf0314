/** Plays one schedule on devices of its own, lets everything come to rest, and checks the invariant. */
import { expect } from 'vitest'
import { fromCents } from '#schema/contract/money.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { TestServer } from '#tests/support/server.ts'
import { type Action, deviceCount, type Work } from './actions.ts'
import { ModelDevice, type ModelIdentity } from './model-device.ts'

export interface World {
  running: TestServer
  businessId: string
  rewardId: string
  people: ModelIdentity[]
}

interface Past {
  members: string[]
  purchases: { purchaseId: string; memberId: string }[]
  redemptions: { couponId: string; memberId: string }[]
}

export async function playSchedule(world: World, actions: Action[]): Promise<void> {
  const devices = Array.from(
    { length: deviceCount },
    (_, index) => new ModelDevice(world.running.url, at(world.people, index)),
  )
  const past: Past = { members: [], purchases: [], redemptions: [] }
  const family = newId()
  try {
    for (const action of actions) await play(action, devices, past, family, world)
    // Twice: what one device hands in settles what another had parked.
    for (let time = 0; time < 2; time += 1) {
      for (const device of devices) await device.settle()
    }
    await checkInvariant(world, devices)
  } finally {
    for (const { device } of devices) device.close()
  }
}

async function play(
  action: Action,
  devices: ModelDevice[],
  past: Past,
  family: string,
  world: World,
): Promise<void> {
  if (action.kind === 'syncAll') {
    await Promise.all(devices.map(({ device }) => device.sync()))
    return
  }
  const device = at(devices, action.device)
  if (action.kind === 'work') await doWork(action.work, device, past, family, world)
  if (action.kind === 'clock') device.jumpClock(action.hours * 3_600_000)
  if (action.kind === 'sync') {
    device.network.planned.push(...action.faults)
    await device.device.sync()
  }
  if (action.kind === 'crash') {
    await device.crashAt(action.at, async () => {
      await doWork(action.work, device, past, family, world)
      await device.device.sync()
    })
  }
  if (action.kind === 'discard') {
    const waiting = [...device.device.outbox.rows()].filter(({ status }) => status === 'waiting')
    const row = waiting[action.row % Math.max(1, waiting.length)]
    if (row) await device.device.discard(row.operationId, { withDependents: true })
  }
}

async function doWork(
  work: Work,
  device: ModelDevice,
  past: Past,
  family: string,
  { rewardId }: World,
): Promise<void> {
  if (work.kind === 'signUp') {
    const memberId = newId()
    past.members.push(memberId)
    await device.perform('customer.signUp', {
      memberId,
      firstName: 'Model',
      lastName: `Person ${work.person}`,
      // Few addresses: two devices sign the same person up again and again.
      email: `person-${work.person}-${family}@example.com`,
      termsAccepted: true,
      privacyPolicyAccepted: true,
    })
    return
  }
  if (work.kind === 'useCoupon') {
    const coupons = [...device.device.records.rows('coupon')]
    const coupon = coupons[work.coupon % Math.max(1, coupons.length)]
    if (coupon) await device.perform('coupon.use', { digest: coupon.codeDigest })
    return
  }
  if (work.kind === 'reverse') {
    const purchase = past.purchases[work.purchase % Math.max(1, past.purchases.length)]
    if (purchase) await device.perform('purchase.reverse', purchase)
    return
  }
  if (work.kind === 'undo') {
    const redemption = past.redemptions[work.redemption % Math.max(1, past.redemptions.length)]
    if (redemption) await device.perform('redemption.undo', redemption)
    return
  }
  const memberId = past.members[work.member % Math.max(1, past.members.length)]
  if (!memberId) return
  if (work.kind === 'redeem') {
    const couponId = newId()
    past.redemptions.push({ couponId, memberId })
    await device.perform('reward.redeem', {
      couponId,
      memberId,
      rewardId,
      pointsSeen: 50,
    })
    return
  }
  const purchaseId = newId()
  past.purchases.push({ purchaseId, memberId })
  await device.perform('purchase.record', { purchaseId, memberId, amount: fromCents(work.cents) })
}

/** docs/sync-protocol.md: "The invariant". */
async function checkInvariant({ running, businessId }: World, devices: ModelDevice[]) {
  const saved = devices.flatMap((device) => [...device.saved])
  const ended = await running.ask<{ id: string; status: string }>(
    (sql) => sql`select operation_id as id, status from applied_operation
      where business_id = ${businessId} and operation_id = any(${saved})`,
  )
  const statusById = new Map(ended.map(({ id, status }) => [id, status]))
  for (const device of devices) {
    const visible = new Map(
      [...device.device.outbox.rows()].map((row) => [row.operationId, row.status]),
    )
    for (const id of device.saved) {
      const status = statusById.get(id)
      // What a person took back before it was ever sent may not have reached the server.
      if (status === undefined) expect(visible.get(id) ?? 'withdrawn').toBe('withdrawn')
      if (status === 'refused' || status === 'parked') expect(visible.get(id)).toBe(status)
      if (status === 'applied') expect(visible.get(id)).toBeUndefined()
    }
  }

  const unequal = await running.ask(
    (sql) => sql`select c.id from customer c where c.business_id = ${businessId} and c.points <>
      (select coalesce(sum(points), 0) from points_entry e
        where e.business_id = c.business_id and e.member_id = c.id)`,
  )
  expect(unequal).toEqual([])

  const truth = await readTruth(running, businessId)
  for (const { device } of devices) {
    const rows = <Table extends DeviceTable>(table: Table) => [...device.records.rows(table)]
    expect(
      rows('customer')
        .map((row) => `${row.id} ${row.points} ${row.totalSpent}`)
        .sort(),
    ).toEqual(truth.customers)
    expect(
      rows('purchase')
        .map((row) => `${row.id} ${row.amount} ${row.reversedAt !== null}`)
        .sort(),
    ).toEqual(truth.purchases)
    expect(
      rows('pointsEntry')
        .map((row) => `${row.id} ${row.points}`)
        .sort(),
    ).toEqual(truth.entries)
    // A snapshot leaves out what is used or void; what a device has is right.
    const coupons = rows('coupon').map(
      (row) => `${row.id} ${row.usedAt !== null || Boolean(row.voidedAt)}`,
    )
    expect(coupons.filter((coupon) => !truth.coupons.has(coupon))).toEqual([])
    const unused = [...truth.coupons].filter((coupon) => coupon.endsWith('false'))
    expect(coupons.filter((coupon) => coupon.endsWith('false')).sort()).toEqual(unused.sort())
  }
}

async function readTruth(running: TestServer, businessId: string) {
  const [lines] = await running.ask<
    Record<'customers' | 'purchases' | 'entries' | 'coupons', string[]>
  >(
    (sql) => sql`select
      (select coalesce(array_agg(id || ' ' || points || ' ' ||
          (total_spent_cents / 100.0)::numeric(12, 2)), '{}')
        from customer where business_id = ${businessId}) as customers,
      (select coalesce(array_agg(id || ' ' || (amount_cents / 100.0)::numeric(12, 2) || ' ' ||
          (reversed_at is not null)::text), '{}')
        from purchase where business_id = ${businessId}) as purchases,
      (select coalesce(array_agg(id || ' ' || points), '{}')
        from points_entry where business_id = ${businessId}) as entries,
      (select coalesce(array_agg(id || ' ' || (used_at is not null or voided_at is not null)::text), '{}')
        from coupon where business_id = ${businessId}) as coupons`,
  )
  if (!lines) throw new Error('The database did not answer')
  return {
    customers: lines.customers.sort(),
    purchases: lines.purchases.sort(),
    entries: lines.entries.sort(),
    coupons: new Set(lines.coupons),
  }
}

function at<T>(list: T[], index: number): T {
  return list[index % list.length] as T
}
