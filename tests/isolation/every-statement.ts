/** Calls that make the server say each of its statements about a business, and rows to plan them over. */
import { closeAllActivity, foldAllScans } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'

export async function callEverything(running: TestServer, shop: TestBusiness): Promise<void> {
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const payload = signUpPayload()
  const purchaseId = newId()
  const memberId = payload.memberId
  const couponId = newId()
  const answer = await staff.push(
    staff.make('customer.signUp', payload),
    staff.make('purchase.record', { purchaseId, memberId, amount: '80.00', note: null }),
    staff.make('purchase.reverse', { purchaseId, memberId }),
    staff.make('reward.redeem', {
      couponId,
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
    staff.make('redemption.undo', { couponId, memberId }),
    staff.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }),
    staff.make('purchase.record', { purchaseId: newId(), memberId: newId(), amount: '8.00' }),
  )
  if (answer.status !== 200) throw new Error(`push: ${answer.status}`)
  await staff.pull()
  await staff.push(staff.make('customer.signUp', signUpPayload({ email: payload.email })))
  await staff.pull()
  const joined = await owner.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUpPayload(), phone: '' },
    headers: { 'Idempotency-Key': newId() },
  })
  await owner.call('signUp.lookUp', { params: { code: shop.code } })
  await owner.call('customer.page', { params: { customerId: joined.body.customer.id } })
  const params = { businessId: shop.businessId }
  const query = { q: 'bo', limit: '1' }
  await owner.call('business.get', { params })
  await owner.call('business.customers', { params, query })
  await owner.call('business.qrCodes', { params, query })
  await owner.call('business.rewards', { params, query })
  await owner.call('business.createQrCode', { params, body: { name: 'Door' } })
  await owner.call('business.analytics', { params })
  await owner.call('business.parked', { params })
  await owner.call('business.decideParked', { params, body: { accept: true } })
  await owner.call('business.audit', { params })
  await foldAllScans(running.server)
  running.turnClock(2 * 3_600_000)
  await closeAllActivity(running.server)
}

/** Customers with what their sign-ups leave behind; each table is analyzed. */
export async function fillShop(
  { ask }: Pick<TestServer, 'ask'>,
  businessId: string,
  count: number,
): Promise<void> {
  await ask(
    (sql) => sql`insert into customer (business_id, id, first_name, last_name, email, email_key,
        mailbox_key, points, welcome, created_at, version)
      select ${businessId}, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'Bo', 'Castellan', 'p' || n || '@example.com', 'p' || n || '@example.com',
        'p' || n || '@example.com', 100, 'given', now() - make_interval(secs => n), n
      from generate_series(1, ${count}::int) n`,
  )
  await ask(
    (sql) => sql`insert into customer_key (key, business_id, member_id, created_at)
      select gen_random_uuid(), business_id, id, created_at from customer
      where business_id = ${businessId}`,
  )
  await ask(
    (sql) => sql`insert into points_entry (business_id, id, member_id, reason, points, description,
        operation_id, created_at, version)
      select business_id, gen_random_uuid(), id, 'welcome', 100, 'Welcome bonus',
        gen_random_uuid(), created_at, version from customer where business_id = ${businessId}`,
  )
  await ask(
    (sql) => sql`insert into applied_operation (business_id, operation_id, name, v, payload_hash,
        subject_id, asker, made_at, received_at, settled_at, received_version, status, version)
      select business_id, gen_random_uuid(), 'customer.signUp', 1, '', id, 'visitor', created_at,
        created_at, created_at, version, 'applied', version from customer where business_id = ${businessId}`,
  )
  await ask(
    (sql) => sql`insert into consent_record (business_id, id, member_id, channel, granted,
        text_version, screen, recorded_at)
      select business_id, gen_random_uuid(), id, 'email', false, '2026-11', 'counter', created_at
      from customer where business_id = ${businessId}`,
  )
  await ask((sql) => sql`analyze`)
}
