/** A member's choices about their own data, and an erasure that leaves nothing of the person. */
import { beforeAll, expect, test } from 'vitest'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { inviteOwner, signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { traces } from '#tests/support/traces.ts'
import { bringOver, cellsOf, check, move, read, work } from './import-world.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  visitor = new TestBrowser(running.url)
})

async function join(changes: Record<string, unknown> = {}) {
  const customerId = newKey()
  const body = { ...signUpPayload(), id: customerId, ...changes }
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  return { ...body, customerId, params: { customerId } }
}
const ownData = async (customerId: string) =>
  (await visitor.call('customer.ownData', { params: { customerId } })).body
const opens = async (customerId: string) =>
  (await visitor.call('customer.page', { params: { customerId } })).status === 200
/** The key or the ticket of the newest mail's link. */
async function openMail(email: string) {
  const { text } = await readMail(running, email)
  const [, customerId = ''] = /\/customer\/([0-9a-f-]{36})/.exec(text) ?? []
  const [, ticket = ''] = /\/member-data#(\S+)/.exec(text) ?? []
  return { customerId, ticket }
}

test('records each change of consent once', async () => {
  const { params, customerId } = await join({ marketingEmailConsent: true })
  const change = (body: { email?: boolean; sms?: boolean; push?: boolean }) =>
    visitor.call('customer.changeConsents', { params, body })
  const first = await change({ email: false, push: true })
  expect(first.body.consents).toEqual({ email: false, sms: false, push: true })
  expect((await change({ email: false, push: true })).body.history).toEqual(first.body.history)
  expect(first.body.history).toHaveLength(5 + 2)
  expect(first.body.history.slice(0, 2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'email', granted: false, screen: 'customer' }),
      expect.objectContaining({ channel: 'push', granted: true, textVersion: consentTextVersion }),
    ]),
  )
  expect((await change({ sms: true })).body).toMatchObject({ code: 'phone_required' })
  expect((await ownData(customerId)).consents.sms).toBe(false)
})

test('lists other places without their keys and ends them, but keeps this one', async () => {
  const { customerId, email } = await join()
  const mailed = (await openMail(email)).customerId
  const { places } = await ownData(customerId)
  expect(places.map(({ isThis, device }) => [isThis, device])).toEqual([
    [true, expect.any(String)],
    [false, 'Mailed link'],
  ])
  expect(JSON.stringify(places)).not.toContain(mailed)
  const byMail = { customerId: mailed, placeId: places[0]?.placeId ?? '' }
  const ended = await visitor.call('customer.endPlace', { params: byMail })
  expect(ended.body.places.map(({ isThis }) => isThis)).toEqual([true])
  expect([await opens(mailed), await opens(customerId)]).toEqual([true, false])
  const again = await visitor.call('customer.endPlace', { params: byMail })
  expect(again.body).toMatchObject({ code: 'not_found' })
})

test('keeps a mailed link when a phone without a verified address ends places', async () => {
  const { customerId, email, params } = await join()
  const mailed = (await openMail(email)).customerId
  const [, place] = (await ownData(customerId)).places
  expect(place).toMatchObject({ device: 'Mailed link', mayEnd: false })
  const ended = await visitor.call('customer.endPlace', {
    params: { ...params, placeId: place?.placeId ?? '' },
  })
  expect(ended.body).toMatchObject({ code: 'not_found' })
  await visitor.call('customer.endOtherPlaces', { params })
  expect(await opens(mailed)).toBe(true)
})

test('closes pages opened with a typed address when staff sign up the member in person', async () => {
  const stranger = await join()
  const mailed = (await openMail(stranger.email)).customerId
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const person = signUpPayload({ email: stranger.email })
  const met = staff.make('customer.signUp', person)
  const [verdict] = (await staff.push(met)).body.verdicts
  expect(verdict).toMatchObject({
    status: 'applied',
    result: { memberId: stranger.memberId, alreadyMember: true, placesClosed: 1 },
  })
  const reward = { rewardId: newId() }
  const redeemed = await visitor.call('reward.redeem', {
    params: { ...stranger.params, ...reward },
  })
  expect(redeemed).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const ended = await visitor.call('customer.endOtherPlaces', { params: stranger.params })
  expect(ended.status).toBe(404)
  const again = (await openMail(stranger.email)).customerId
  expect([await opens(stranger.customerId), await opens(mailed), await opens(again)]).toEqual([
    false,
    true,
    true,
  ])
  const repeated = staff.make('customer.signUp', signUpPayload({ email: stranger.email }))
  expect((await staff.push(repeated)).body.verdicts[0]?.result).not.toHaveProperty('placesClosed')
})

test('lets the mailbox’s owner end the page of a stranger who typed their address', async () => {
  const { customerId, email } = await join()
  const mailed = (await openMail(email)).customerId
  await visitor.call('customer.endOtherPlaces', { params: { customerId: mailed } })
  expect([await opens(mailed), await opens(customerId)]).toEqual([true, false])
})

test('opens the page at its new address only, and changes nothing if that is taken', async () => {
  const { params, customerId, memberId } = await join()
  const other = await join()
  const taken = await visitor.call('customer.changeAddress', {
    params,
    body: { id: other.customerId },
  })
  expect(taken.body).toMatchObject({ code: 'id_taken' })
  expect(await opens(customerId)).toBe(true)
  const id = newKey()
  const changed = await visitor.call('customer.changeAddress', { params, body: { id } })
  expect(changed.body).toEqual({ customerId: id })
  expect([await opens(id), await opens(customerId)]).toEqual([true, false])
  expect((await visitor.call('customer.page', { params: { customerId: id } })).body).toMatchObject({
    customer: { memberId },
  })
})

test('refuses the business by member id, and a foreign key', async () => {
  const { memberId } = await join()
  for (const customerId of [memberId, newKey()]) {
    const params = { customerId }
    expect((await owner.browser.call('customer.ownData', { params })).status).toBe(404)
    const asked = await owner.browser.call('customer.requestData', {
      params,
      body: { kind: 'erasure' },
    })
    expect(asked.status).toBe(404)
  }
})

test.each(['export', 'erasure'] as const)(
  'mails a link for the %s that opens nothing more',
  async (kind) => {
    const { params, email, customerId } = await join()
    const { places } = await ownData(customerId)
    await visitor.call('customer.requestData', { params, body: { kind } })
    const { text, html } = await readMail(running, email)
    expect(text + html).not.toContain(customerId)
    expect(text).not.toMatch(/\/customer\//)
    expect((await ownData(customerId)).places).toEqual(places)
  },
)

test('exports everything about a member, by mailed link only', async () => {
  const { params, email, memberId } = await join({ phone: '+1 555 010 0144' })
  const purchase = { purchaseId: newId(), memberId, amount: '12.50', note: 'Window seat' }
  await owner.push(owner.make('purchase.record', purchase))
  await visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  const { ticket } = await openMail(email)
  const answer = await visitor.call('customer.export', { body: { ticket } })
  expect(answer.headers.get('content-disposition')).toContain('loyalty-card.json')
  expect(answer.body).toMatchObject({
    member: { email, phone: '+1 555 010 0144', points: 112 },
    purchases: [{ amount: '12.50', note: 'Window seat' }],
    pointsEntries: [{ reason: 'welcome' }, { reason: 'purchase' }],
    coupons: [{ source: 'welcome' }],
  })

  const read = async (of: string) =>
    (await visitor.call('mail.privacyLink', { body: { ticket: of } })).body
  expect(await read(ticket)).toMatchObject({ kind: 'export', memberId, isDone: false })
  const [head, body, signature] = ticket.split('.')
  for (const wrong of ['none of ours', `${head}.${body}.${signature}x`, `${head}.${body}.`]) {
    expect(await read(wrong)).toMatchObject({ code: 'link_expired' })
    const refused = await visitor.call('customer.export', { body: { ticket: wrong } })
    expect(refused.body).toMatchObject({ code: 'link_expired' })
  }
  // A ticket of another kind, and one that is an hour old.
  const erasure = await visitor.call('customer.erase', { body: { ticket } })
  expect(erasure.body).toMatchObject({ code: 'link_expired' })
  running.turnClock(61 * 60_000)
  const late = await visitor.call('customer.export', { body: { ticket } })
  running.turnClock(-61 * 60_000)
  expect(late.body).toMatchObject({ code: 'link_expired' })
})

test('exports undone coupons, the campaigns that reached the member, and their phones', async () => {
  const { params, email, memberId } = await join({ marketingEmailConsent: true })
  const [redeemed, campaignId] = [newId(), newId()]
  const { rewardId } = shop
  const done = await owner.push(
    owner.make('reward.redeem', { couponId: redeemed, memberId, rewardId, pointsSeen: 50 }),
    owner.make('redemption.undo', { couponId: redeemed, memberId }),
    owner.make('campaign.create', { ...campaignTerms({ name: 'Plum week' }), campaignId }),
  )
  expect(done.body.verdicts.map(({ status }) => status)).toEqual(Array(3).fill('applied'))
  await runCampaigns(running.server)
  const mailedAt = new Date().toISOString()
  const [offer] = await running.sql`update campaign_recipient set mailed_at = ${mailedAt}
    where campaign_id = ${campaignId} and member_id = ${memberId} returning coupon_id`
  const couponId = offer?.coupon_id ?? ''
  await visitor.call('customer.openOffer', { params: { ...params, couponId } })
  const path = newId()
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${path}`,
    keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'a1b2c3d4e5f6g7h8i9j0kA' },
  }
  const quiet = { quietFrom: '21:00', quietUntil: '08:00', timeZone: 'America/New_York' }
  const turnedOn = await visitor.call('customer.setNotifications', {
    params,
    body: { subscription, kinds: ['points', 'coupon'], ...quiet },
  })
  expect(turnedOn.status).toBe(200)
  await visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  const { ticket } = await openMail(email)
  const { body } = await visitor.call('customer.export', { body: { ticket } })
  expect(body).toMatchObject({
    coupons: expect.arrayContaining([
      expect.objectContaining({ id: redeemed, voidedAt: expect.any(String) }),
      expect.objectContaining({ id: couponId, source: 'campaign' }),
    ]),
    campaigns: [{ name: 'Plum week', couponId, mailedAt, openedAt: expect.any(String) }],
    notificationDevices: [
      { pushService: 'fcm.googleapis.com', kinds: ['points', 'coupon'], ...quiet },
    ],
  })
  for (const secret of [path, subscription.keys.p256dh, subscription.keys.auth]) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})

test('gives an owner the same document for a member who asks in person, with the reason', async () => {
  const { params, email, memberId } = await join({ phone: '+1 555 010 0144' })
  const purchase = { purchaseId: newId(), memberId, amount: '12.50', note: 'Window seat' }
  await owner.push(owner.make('purchase.record', purchase))
  await visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  const { ticket } = await openMail(email)
  const own = (await visitor.call('customer.export', { body: { ticket } })).body
  const asked = { params: { businessId: shop.businessId, memberId } }
  const reason = 'Asked at the counter on a plum-colored day'
  const given = await owner.browser.call('business.exportMember', { ...asked, body: { reason } })
  expect(given.status).toBe(200)
  const places = (own.places as { isThis: boolean; mayEnd: boolean }[]).map((place) => ({
    ...place,
    isThis: false,
    mayEnd: expect.any(Boolean),
  }))
  expect(given.body).toEqual({
    ...own,
    exportedAt: expect.any(String),
    places: expect.arrayContaining(places),
    reason,
  })
  const { businessId } = shop
  const query = { act: 'business.exportMember' }
  const log = await owner.browser.call('business.audit', { params: { businessId }, query })
  expect(log.body).toMatchObject([{ actorKind: 'business_admin', outcome: 'done' }])
  expect(JSON.stringify(log.body)).not.toContain('plum-colored')
})

test('refuses an owner a member’s data without a reason, a fresh password or that member', async () => {
  const other = await createTestBusiness(running)
  const browser = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const { memberId } = await join()
  const stranger = { businessId: other.businessId, memberId }
  const reason = 'Asked at the counter'
  const ask = (params = stranger, body = { reason }) =>
    browser.call('business.exportMember', { params, body })
  expect(await ask()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const elsewhere = { businessId: shop.businessId, memberId }
  expect((await ask(elsewhere)).status).toBe(404)
  for (const none of ['', '   ', 'x'.repeat(201)]) {
    expect(await ask(stranger, { reason: none })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    })
  }
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const byStaff = await staff.call('business.exportMember', { params: elsewhere, body: { reason } })
  expect(byStaff.status).toBe(403)
  for (let count = 1; count < serverLimits.memberExportsPerAccountPerHour; count += 1) {
    expect((await ask()).status).toBe(404)
  }
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many' } })
  running.turnClock(16 * 60_000)
  const late = await ask()
  running.turnClock(-16 * 60_000)
  expect(late.body).toMatchObject({ code: 'password_needed' })
})

test('mails each kind of request once an hour', async () => {
  const { params, email } = await join()
  for (let n = 0; n < 4; n += 1) {
    await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  }
  const rows =
    await running.sql`select 1 from email_queue where recipient = ${email} and kind = 'dataErasure'`
  expect(rows).toHaveLength(1)
})

test('stores no card key or invite code that a copy of the database would reveal', async () => {
  const its = await createTestBusiness(running)
  const admin = await signInSuperAdmin(running)
  const params = { code: its.code }
  const body = { ...signUpPayload(), id: newKey() }
  await visitor.call('customer.signUp', { params, body })
  await visitor.call('customer.signUp', { params, body: { ...signUpPayload(), email: body.email } })
  const other = signUpPayload()
  const headers = { 'idempotency-key': newId() }
  const made = await visitor.call('customer.signUp', { params, body: other, headers })
  await admin.call('admin.updateBusiness', {
    params: { businessId: its.businessId },
    body: { suspended: true },
  })
  const waiting = newKey()
  const parked = await visitor.call('customer.signUp', {
    params,
    body: { ...signUpPayload(), id: waiting },
  })
  expect([made.status, parked.status]).toEqual([201, 202])
  const mailed = await Promise.all([body, other].map(({ email }) => openMail(email)))
  const invite = await inviteOwner(admin, `Café ${newId()}`, `${newId()}@example.com`)
  const secrets = [
    body.id,
    made.body.customer.id,
    waiting,
    invite.code,
    invite.code.replace(/-/g, ''),
  ]
  for (const { customerId } of mailed) {
    expect(await opens(customerId)).toBe(true)
    secrets.push(customerId)
  }
  expect(await traces(running, secrets)).toEqual([])
  // Even so, a repeat returns the key, and the list shows the code.
  const again = await visitor.call('customer.signUp', { params, body: other, headers })
  expect(again.body).toEqual(made.body)
  const { body: listed } = await admin.call('admin.inviteCodes', { query: { q: invite.email } })
  expect(listed.map(({ code }) => code)).toEqual([invite.code])
})

test('erases every word of the person from all tables and keeps every sum', async () => {
  const mark = newId().slice(-8)
  const [firstName, lastName] = [`Zephyrine${mark}`, `Quillfeather${mark}`]
  const email = `Zephyrine.${mark}@Example.com`
  const [phone, corrected, mistyped] = ['+1 555 019 7731', '+1 555 019 7732', '+1 555 019 7733']
  const me = await join({ firstName, lastName, email, phone, marketingEmailConsent: true })
  const { memberId, customerId } = me
  const [purchaseId, couponId, alias] = [newId(), newId(), newId()]
  const note = `For ${firstName}`
  const sold = owner.make('purchase.record', { purchaseId, memberId, amount: '90.00', note })
  const bought = await owner.push(
    sold,
    owner.make('points.adjust', { memberId, points: 5, reason: `${lastName} waited` }),
    owner.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
    // Refused, but stored with what was typed.
    owner.make('customer.signUp', { ...signUpPayload({ firstName, lastName, email }), memberId }),
    owner.make('customer.signUp', signUpPayload({ memberId: alias, firstName, email })),
    owner.make('purchase.record', { purchaseId, memberId: alias, amount: '1.00', note: lastName }),
    // Corrections: one that counts and one that doesn't.
    owner.make('customer.change', {
      memberId: alias,
      changes: { phone: corrected },
      seen: { phone },
    }),
    owner.make('customer.change', {
      memberId: alias,
      changes: { phone: mistyped },
      seen: { phone },
    }),
  )
  expect(bought.body.verdicts.slice(-2)).toMatchObject([
    { status: 'applied' },
    { code: 'customer_changed_meanwhile' },
  ])
  await visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUpPayload(), firstName, lastName, email: email.toUpperCase() },
  })
  // The owner signed them up again, so only the mailed link opens their card.
  const params = { customerId: (await openMail(email)).customerId }
  // Parked behind something that hasn't arrived, with text about them.
  await owner.push(
    owner.make('purchase.reverse', { purchaseId: newId(), memberId }),
    owner.make('purchase.record', { purchaseId: newId(), memberId: newId(), amount: '1.00' }),
  )
  // Files that name them: one brought over, with a repeated row, and one that waits.
  const of = { running, browser: owner.browser, businessId: shop.businessId }
  const row = cellsOf({ firstName, lastName, email, phone, points: '7' })
  await bringOver(of, [row, row], { source: 'square' })
  const waiting = await check(of, [row, cellsOf()])
  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const { ticket } = await openMail(email)
  const numbers = [phone, corrected, mistyped]
  const strings = [firstName, lastName, email, ...numbers, ...numbers.map(digitsOf), customerId]
  expect((await traces(running, strings)).length).toBeGreaterThan(5)
  const hashes = () =>
    running.sql`select payload_hash from applied_operation
    where (subject_id = ${memberId} or result ->> 'memberId' = ${memberId})
      and payload_hash <> 'erased'`
  expect(await hashes()).not.toEqual([])
  const before = await sums()

  const erased = await visitor.call('customer.erase', { body: { ticket } })
  expect(erased.status).toBe(200)
  expect(await traces(running, strings)).toEqual([])
  // A digest of a name and an address could be guessed; repeats still get the same answer.
  expect(await hashes()).toEqual([])
  const repeated = await owner.push(sold)
  expect(repeated.body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await sums()).toEqual(before)
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
  expect(await opens(customerId)).toBe(false)
  await move(of, 'run', waiting.id)
  await work(of)
  expect((await read(of, waiting.id)).counts).toMatchObject({ written: 1, left: 1 })
  expect(await traces(running, strings)).toEqual([])
  const again = await visitor.call('customer.erase', { body: { ticket } })
  expect(again.status).toBe(404)

  const device = new TestDevice(owner.browser)
  const pulled = await device.pull()
  expect(pulled.flatMap(({ rows }) => rows.customer ?? []).map(({ id }) => id)).not.toContain(
    memberId,
  )
  // Work that a device queued before it learned of the erasure.
  const late = [
    owner.make('purchase.record', { purchaseId: newId(), memberId, amount: '1.00' }),
    owner.make('purchase.reverse', { purchaseId, memberId }),
    owner.make('points.adjust', { memberId, points: 5, reason: firstName }),
    owner.make('welcome.decide', { memberId, release: true }),
    owner.make('customer.note', { memberId, note: firstName, noteSeen: '' }),
    owner.make('customer.change', { memberId, changes: { firstName }, seen: { firstName } }),
    owner.make('customer.join', { keepId: memberId, joinId: newId() }),
    owner.make('customer.separate', { keepId: newId(), joinId: memberId, spentSeen: 0 }),
    owner.make('pair.propose', { oneId: memberId, otherId: `ffff${newId().slice(4)}` }),
    owner.make('pair.separate', { oneId: memberId, otherId: `ffff${newId().slice(4)}` }),
    owner.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
      handedOver: true,
    }),
    owner.make('redemption.undo', { couponId, memberId }),
    owner.make('couponUse.undo', { useId: newId(), couponId, memberId }),
  ]
  const codes = (await owner.push(...late)).body.verdicts.map(({ code }) => code)
  expect(codes).toEqual(late.map(() => 'member_erased'))
  const code = String(bought.body.verdicts[2]?.result?.couponCode)
  const used = await owner.push(owner.make('coupon.use', { code }))
  expect(used.body.verdicts).toMatchObject([{ code: 'coupon_expired' }])
  expect(await traces(running, strings)).toEqual([])
  const back = await join({ email })
  expect((await ownData(back.customerId)).places).toHaveLength(2)

  async function sums() {
    const [row] =
      await running.sql`select sum(points)::text as points, sum(total_spent_cents)::text as spent,
      (select sum(points)::text from points_entry where business_id = ${shop.businessId}) as entries
      from customer where business_id = ${shop.businessId}`
    return row
  }
})

test('exports and erases former addresses and numbers, also from other members’ refused work', async () => {
  const mark = newId().slice(-8)
  const at = `${mark}@example.com`
  const [former, email, next] = [`one.${at}`, `two.${at}`, `three.${at}`] as const
  const [number, corrected] = ['+1 555 018 4471', '+1 555 018 4472'] as const
  const other = await join()
  const { memberId } = await join({ email: former, phone: number })
  const change = (changes: object, seen: object, id = memberId) =>
    owner.make('customer.change', { memberId: id, changes, seen })
  const asked = await owner.push(
    change({ phone: corrected }, { phone: number }),
    change({ email }, { email: former }),
  )
  expect(asked.body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  const link = /member-email#(\S+)/.exec((await readMail(running, email)).text)?.[1] ?? ''
  const pressed = await visitor.call('mail.pressMemberEmail', { body: { ticket: link } })
  expect(pressed.status).toBe(200)
  const { body } = await owner.push(
    // Refused: another member's id under the former address, and the present one for that member.
    owner.make('customer.signUp', signUpPayload({ memberId: other.memberId, email: former })),
    change({ email }, { email: other.email }, other.memberId),
    change({ email: next }, { email }),
  )
  expect(body.verdicts).toMatchObject([
    { code: 'id_taken' },
    { code: 'address_of_other' },
    { status: 'applied' },
  ])
  const params = { customerId: (await openMail(email)).customerId }
  // Until then, the former address can undo the change.
  const untilOverMs = serverLimits.emailUndoDays * 86_400_000 + 1_000
  running.turnClock(untilOverMs)
  await visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  const copy = await visitor.call('customer.export', {
    params,
    body: { ticket: (await openMail(email)).ticket },
  })
  expect(copy.body).toMatchObject({
    member: { email, emailToConfirm: next },
    formerContacts: [
      { kind: 'phone', former: number },
      { kind: 'email', former },
    ],
  })

  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const { ticket } = await openMail(email)
  const strings = [former, email, next, number, corrected]
  expect((await traces(running, strings)).length).toBeGreaterThan(5)
  const erased = await visitor.call('customer.erase', { body: { ticket } })
  expect(erased.status).toBe(200)
  expect(await traces(running, strings)).toEqual([])
  const late = await owner.push(change({ email: next }, { email }))
  expect(late.body.verdicts).toMatchObject([{ code: 'member_erased' }])
  expect(await traces(running, strings)).toEqual([])
  expect((await ownData(other.customerId)).details).toMatchObject({ firstName: other.firstName })
  running.turnClock(-untilOverMs)
})

test('answers a repeated sign-up of an erased member, whatever its body', async () => {
  const [headers, params] = [{ 'idempotency-key': newId() }, { code: shop.code }]
  const form = signUpPayload()
  const made = await visitor.call('customer.signUp', { params, body: form, headers })
  const { id } = made.body.customer
  await visitor.call('customer.requestData', {
    params: { customerId: id },
    body: { kind: 'erasure' },
  })
  const { ticket } = await openMail(form.email)
  const erased = await visitor.call('customer.erase', {
    params: { customerId: id },
    body: { ticket },
  })
  expect([made.status, erased.status]).toEqual([201, 200])
  for (const body of [form, 'null', '"text"', '[]', { id: '<b>' }]) {
    const { status, body: answer } = await visitor.call('customer.signUp', {
      params,
      body,
      headers,
    })
    expect([status, answer]).toMatchObject([409, { code: 'already_member' }])
  }
})

test('removes an erased member and texts about them from devices', async () => {
  const me = await join({ firstName: 'Dropped' })
  const note = 'Dropped their hat'
  const purchaseId = newId()
  await owner.push(
    owner.make('purchase.record', { purchaseId, memberId: me.memberId, amount: '3.00', note }),
  )
  const device = new TestDevice(owner.browser)
  await device.pull()
  await visitor.call('customer.requestData', { params: me.params, body: { kind: 'erasure' } })
  const { ticket } = await openMail(me.email)
  await visitor.call('customer.erase', { body: { ticket } })
  const news = await device.pull()
  expect(news.flatMap(({ tombstones }) => tombstones)).toContainEqual({
    table: 'customer',
    id: me.memberId,
  })
  const purchases = news.flatMap(({ rows }) => rows.purchase ?? [])
  expect(purchases.find(({ id }) => id === purchaseId)?.note).toBeNull()
})

test('shows an adjustment’s reason in the activity log until the member is erased', async () => {
  const me = await join({ firstName: 'Forgotten' })
  const reason = 'Their birthday was missed'
  await owner.push(owner.make('points.adjust', { memberId: me.memberId, points: 25, reason }))
  const line = async () => {
    const { body } = await owner.browser.call('business.audit', {
      params: { businessId: shop.businessId },
      query: { act: 'points.adjust' },
    })
    return body.find(({ customer }) => customer?.memberId === me.memberId)
  }
  expect(await line()).toMatchObject({ points: 25, reason })
  await visitor.call('customer.requestData', { params: me.params, body: { kind: 'erasure' } })
  const { ticket } = await openMail(me.email)
  expect((await visitor.call('customer.erase', { body: { ticket } })).status).toBe(200)
  const erased = await line()
  expect(erased).toMatchObject({ points: 25, customer: { name: null } })
  expect(erased).not.toHaveProperty('reason')
})
