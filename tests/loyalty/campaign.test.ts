/**
 * Campaigns: whom each audience reaches, once a member and entry whatever happens in between, what
 * the mail says and how one leaves, and what the owner sees of it.
 */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import postgres from 'postgres'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Audience, CampaignTerms } from '#schema/contract/campaign.ts'
import { limits } from '#schema/contract/limits.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { runCampaigns } from '#sync-server/engine/run-campaigns.ts'
import { birthdaysAround } from '#sync-server/loyalty/campaign-audience.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const dayMs = 86_400_000
let received: { mail: Email; headers: Map<string, string> }[] = []
let isDown = false
const postOffice = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  logger: false,
  onConnect: (_session, done) => done(isDown ? new Error('down') : null),
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      received.push({ mail, headers: new Map(mail.headers.map(({ key, value }) => [key, value])) })
      done()
    })
  },
})

let running: TestServer
let shop: TestBusiness
let owner: TestDevice
const visitor = () => new TestBrowser(running.url)

beforeAll(async () => {
  await new Promise<void>((resolve) => postOffice.listen(0, '127.0.0.1', resolve))
  const { port } = postOffice.server.address() as AddressInfo
  running = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Regulars <hello@regulars.example>',
  })
})
beforeEach(async () => {
  received = []
  isDown = false
  await running.ask((sql) => sql`update campaign set is_active = false`)
  await running.ask((sql) => sql`delete from email_queue`)
  shop = await createTestBusiness(running)
  owner = new TestDevice(await visitor().signIn(shop.ownerEmail))
})
afterAll(async () => {
  await running.close()
  await new Promise<void>((resolve) => postOffice.close(() => resolve()))
})

const everyone: Audience = {
  kind: 'segment',
  pointsMin: null,
  pointsMax: null,
  visitedWithinDays: null,
  notVisitedForDays: null,
  joinedWithinDays: null,
  spentMin: null,
}
const terms = (changes: Partial<CampaignTerms> = {}): CampaignTerms => ({
  name: 'Spring treat',
  audience: everyone,
  subject: 'A treat for you',
  message: 'Come by for a slice.',
  discountType: 'percentage',
  discountValue: '20.00',
  couponDays: 30,
  isActive: true,
  ...changes,
})

async function create(changes: Partial<CampaignTerms> = {}) {
  const campaignId = newId()
  const operation = owner.make('campaign.create', { ...terms(changes), campaignId })
  const [verdict] = (await owner.push(operation)).body.verdicts
  expect(verdict).toMatchObject({ status: 'applied' })
  return { campaignId, revision: operation.operationId }
}

async function change(seen: { campaignId: string; revision: string }, changes: object) {
  const operation = owner.make('campaign.change', { ...seen, changes })
  const [verdict] = (await owner.push(operation)).body.verdicts
  return { ...verdict, campaignId: seen.campaignId, revision: operation.operationId }
}

/** Somebody who agreed to marketing mails, unless it is said otherwise. */
async function join(changes: Parameters<typeof signUpPayload>[0] = {}) {
  const person = signUpPayload({ marketingEmailConsent: true, ...changes })
  const customerId = newKey()
  const body = { ...person, id: customerId }
  const answer = await visitor().call('customer.signUp', { params: { code: shop.code }, body })
  expect(answer.status).toBe(201)
  return { ...person, customerId, params: { customerId } }
}
const buy = (memberId: string, amount: string) =>
  owner.push(owner.make('purchase.record', { purchaseId: newId(), memberId, amount }))

const run = () => runCampaigns(running.server)
const campaignOf = async (campaignId: string) => {
  const params = { businessId: shop.businessId }
  const { body } = await owner.browser.call('business.campaigns', { params })
  return body.campaigns.find(({ id }) => id === campaignId)
}
const couponsOf = async ({ params }: { params: { customerId: string } }) => {
  const { body } = await visitor().call('customer.page', { params })
  return body.coupons.filter(({ source }) => source === 'campaign')
}
const preview = async (audience: object) =>
  (
    await owner.browser.call('business.previewCampaign', {
      params: { businessId: shop.businessId },
      body: { audience },
    })
  ).body
/** As many people as it takes, without the cost of signing each of them up. */
async function fill(count: number): Promise<void> {
  await running.ask(
    (sql) => sql`
      insert into customer (business_id, id, first_name, last_name, email, email_key, mailbox_key,
        marketing_email, welcome, created_at, version)
      select ${shop.businessId}, gen_random_uuid(), 'Person', n::text, n || '@example.com',
        n || '@example.com', n || '@example.com', true, 'refused', now(), 0
      from generate_series(1, ${count}::int) n`,
  )
}
async function countRecipients(): Promise<{ recipients: number; members: number; mails: number }> {
  const [row] = await running.ask<{ recipients: number; members: number; mails: number }>(
    (sql) => sql`select count(*)::int as recipients, count(distinct r.member_id)::int as members,
        (select count(*)::int from email_queue where kind = 'offer') as mails
      from campaign_recipient r join coupon k on k.business_id = r.business_id
        and k.id = r.coupon_id and k.member_id = r.member_id
      where r.business_id = ${shop.businessId}`,
  )
  return row ?? { recipients: 0, members: 0, mails: 0 }
}
const expectAddsUp = async () =>
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])

test('from creation to the coupon, the mail, the page it opens and what it brought', async () => {
  const ada = await join({ firstName: 'Ada' })
  const silent = await join({ marketingEmailConsent: false })
  await running.ask((sql) => sql`delete from email_queue`)
  const { campaignId } = await create()
  expect(await campaignOf(campaignId)).toMatchObject({ given: 0, sent: 0, finishedAt: null })
  await run()
  expect(await couponsOf(silent)).toEqual([])
  const [coupon] = await couponsOf(ada)
  expect(coupon).toMatchObject({
    description: 'Spring treat: 20% off',
    discountValue: '20.00',
    usedAt: null,
  })
  const lastsMs = Date.parse(coupon?.expiresAt ?? '') - Date.parse(coupon?.issuedAt ?? '')
  expect(lastsMs).toBe(30 * dayMs)

  expect(await sendQueuedEmails(running.server)).toBe(1)
  const [sent] = received
  expect(sent?.mail).toMatchObject({ subject: 'A treat for you', to: [{ address: ada.email }] })
  expect(sent?.mail.text).toContain('20% off')
  const [, key = '', couponId = ''] =
    /\/customer\/([0-9a-f-]{36})\?offer=([0-9a-f-]{36})/.exec(sent?.mail.text ?? '') ?? []
  expect(couponId).toBe(coupon?.id)
  const opened = { customerId: key, couponId }
  expect((await visitor().call('customer.page', { params: opened })).body.customer.memberId).toBe(
    ada.memberId,
  )
  // Another member's key says nothing about it.
  const foreign = { ...opened, customerId: silent.customerId }
  await visitor().call('customer.openOffer', { params: foreign })
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 1, opened: 0 })
  await visitor().call('customer.openOffer', { params: opened })
  await visitor().call('customer.openOffer', { params: opened })

  await buy(ada.memberId, '12.50')
  const used = await owner.push(owner.make('coupon.use', { code: coupon?.code ?? '' }))
  expect(used.body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await campaignOf(campaignId)).toMatchObject({
    given: 1,
    sent: 1,
    opened: 1,
    redeemed: 1,
    revenue: '12.50',
    audienceCount: 1,
    finishedAt: expect.any(String),
  })
  await expectAddsUp()
})

describe('audiences', () => {
  test('a birthday is greeted once a year, also when it is corrected, and on time', async () => {
    const now = running.server.clock.now()
    const monthDay = (days: number) =>
      new Date(now.getTime() + days * dayMs).toISOString().slice(5, 10)
    const soon = await join({ birthday: monthDay(6) })
    const later = await join({ birthday: monthDay(20) })
    const none = await join()
    const audience: Audience = { kind: 'birthday', daysBefore: 7, timeZone: 'UTC' }
    expect(await preview(audience)).toMatchObject({ count: 1 })
    await create({ audience })
    await run()
    await visitor().call('customer.changeBirthday', {
      params: soon.params,
      body: { birthday: monthDay(5) },
    })
    running.turnClock(limits.campaignRoundMinutes * 60_000)
    await run()
    const counts = await Promise.all([soon, later, none].map(couponsOf))
    expect(counts.map(({ length }) => length)).toEqual([1, 0, 0])
    running.turnClock(14 * dayMs)
    await run()
    expect(await couponsOf(later)).toHaveLength(1)
    running.turnClock(-14 * dayMs - limits.campaignRoundMinutes * 60_000)
  })

  test('February 29 is the 28th in other years, New Year’s Eve is near January, days are local', () => {
    const around = (at: string, timeZone = 'UTC') =>
      birthdaysAround({ daysBefore: 2, timeZone }, new Date(at))
    expect(around('2027-02-27T12:00:00Z')).toMatchObject({ '02-28': '2027', '02-29': '2027' })
    expect(around('2028-02-27T12:00:00Z')).toMatchObject({ '02-28': '2028', '02-29': '2028' })
    expect(around('2026-12-30T12:00:00Z')).toMatchObject({ '12-31': '2026', '01-01': '2027' })
    const days = (timeZone: string) => Object.keys(around('2027-06-10T03:00:00Z', timeZone)).at(-1)
    expect([days('UTC'), days('America/Los_Angeles')]).toEqual(['06-12', '06-11'])
  })

  test('an absence is one entry, and a new one after another visit a new entry', async () => {
    const lapsed = await join()
    const regular = await join()
    await buy(lapsed.memberId, '5.00')
    await create({ audience: { kind: 'win_back', days: 30 } })
    await run()
    expect(await couponsOf(lapsed)).toHaveLength(0)
    const wait = async (days: number) => {
      running.turnClock(days * dayMs)
      owner = new TestDevice(await visitor().signIn(shop.ownerEmail))
    }
    await wait(29)
    await buy(regular.memberId, '5.00')
    await wait(2)
    await run()
    expect([await couponsOf(lapsed), await couponsOf(regular)].map((each) => each.length)).toEqual([
      1, 0,
    ])
    await wait(1)
    await run()
    expect(await couponsOf(lapsed)).toHaveLength(1)
    await buy(lapsed.memberId, '5.00')
    await wait(31)
    await run()
    expect(await couponsOf(lapsed)).toHaveLength(2)
    running.turnClock(-63 * dayMs)
  })

  test('points are reached once, however often they are spent and earned again', async () => {
    const member = await join()
    await create({ audience: { kind: 'points', points: 150 } })
    const nextRound = async () => {
      running.turnClock(limits.campaignRoundMinutes * 60_000)
      await run()
    }
    await nextRound()
    expect(await couponsOf(member)).toHaveLength(0)
    await buy(member.memberId, '60.00')
    await nextRound()
    expect(await couponsOf(member)).toHaveLength(1)
    const adjust = (points: number) =>
      owner.push(
        owner.make('points.adjust', { memberId: member.memberId, points, reason: 'Count' }),
      )
    await adjust(-100)
    await nextRound()
    await adjust(100)
    await nextRound()
    expect(await couponsOf(member)).toHaveLength(1)
    running.turnClock(-4 * limits.campaignRoundMinutes * 60_000)
  })

  test('a segment by points, visit, joining and spending; who did not agree is counted apart', async () => {
    const rich = await join({ firstName: 'Rich', lastName: 'Castellan' })
    const poor = await join({ firstName: 'Poor' })
    const silent = await join({ marketingEmailConsent: false })
    for (const { memberId } of [rich, silent]) await buy(memberId, '80.00')
    await buy(poor.memberId, '5.00')
    const count = async (part: Partial<typeof everyone>) =>
      (await preview({ ...everyone, ...part })).count
    expect(await preview({ ...everyone, pointsMin: 150 })).toEqual({
      count: 1,
      names: ['Rich Castellan'],
      withoutConsent: 1,
    })
    expect(await count({ spentMin: '50.00' })).toBe(1)
    expect(await count({ pointsMin: 0, pointsMax: 150 })).toBe(1)
    expect(await count({ visitedWithinDays: 7 })).toBe(2)
    expect(await count({ notVisitedForDays: 7 })).toBe(0)
    expect(await count({ joinedWithinDays: 1 })).toBe(2)
    // The next hours' members of other tests are others' members.
    expect(await count({})).toBe(2)
  })

  test('many addresses of one mailbox, whose welcomes are held, get one coupon', async () => {
    const today = running.server.clock.now().toISOString().slice(5, 10)
    const audience: Audience = { kind: 'birthday', daysBefore: 0, timeZone: 'UTC' }
    await create({ audience })
    const people: Awaited<ReturnType<typeof join>>[] = []
    for (const tag of ['', '+one', '+two']) {
      people.push(await join({ email: `mallory${tag}@gmail.com`, birthday: today }))
    }
    expect(await preview(audience)).toMatchObject({ count: 1 })
    await run()
    const coupons = await Promise.all(people.map(couponsOf))
    expect(coupons.map(({ length }) => length)).toEqual([1, 0, 0])
  })

  test('an empty segment finishes and has reached nobody', async () => {
    await join()
    const { campaignId } = await create({ audience: { ...everyone, pointsMin: 9000 } })
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({
      given: 0,
      audienceCount: 0,
      finishedAt: expect.any(String),
    })
  })
})

describe('many recipients', () => {
  const many = limits.campaignBatch * limits.campaignBatchesAtOnce + 250

  test('in steps, paused, resumed, killed in the middle, and nobody twice', async () => {
    await fill(many)
    const { campaignId, revision } = await create()
    await run()
    const given = limits.campaignBatch * limits.campaignBatchesAtOnce
    expect(await campaignOf(campaignId)).toMatchObject({ given, audienceCount: many })
    const paused = await change({ campaignId, revision }, { isActive: false })
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given, finishedAt: null })
    await change(paused, { isActive: true })

    await running.ask((sql) =>
      sql.begin(async (holding) => {
        // Recipients and coupons are written; the mails, which come with them, cannot be.
        await holding`lock table email_queue in share row exclusive mode`
        const step = run()
        await expect
          .poll(
            () => holding`select pid from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .not.toHaveLength(0)
        await running.crash()
        await step
      }),
    )
    expect(await countRecipients()).toMatchObject({ recipients: given })
    // Two servers at once: each of them looks, and the key of the recipients decides.
    await Promise.all([run(), run()])
    await run()
    expect(await countRecipients()).toEqual({ recipients: many, members: many, mails: many })
    expect(await campaignOf(campaignId)).toMatchObject({ given: many, audienceCount: many })
    expect((await campaignOf(campaignId))?.finishedAt).not.toBeNull()
    await expectAddsUp()
  })

  test('a small business does not wait for a large one, nor a code for the mails of either', async () => {
    await fill(many)
    await create()
    const large = shop
    shop = await createTestBusiness(running)
    owner = new TestDevice(await visitor().signIn(shop.ownerEmail))
    const member = await join()
    await running.ask((sql) => sql`delete from email_queue`)
    await create()
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
    await visitor().call('auth.forgotPassword', { body: { email: large.ownerEmail } })
    await sendQueuedEmails(running.server)
    expect(received.map(({ mail }) => mail.to?.[0]?.address)).toContain(large.ownerEmail)
  })
})

describe('an owner’s changes', () => {
  test('edited while it runs: the rest gets the new terms, and nobody a second one', async () => {
    await fill(limits.campaignBatch * limits.campaignBatchesAtOnce + 20)
    const seen = await create()
    await run()
    await change(seen, {
      name: 'Autumn treat',
      audience: { ...everyone, joinedWithinDays: 2 },
      discountType: 'fixed',
      discountValue: '3.00',
    })
    await run()
    await run()
    const rows = await running.ask<{ description: string; count: number }>(
      (sql) => sql`select description, count(*)::int as count from coupon
        where business_id = ${shop.businessId} and source = 'campaign' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { description: 'Autumn treat: $3.00 off', count: 20 },
      {
        description: 'Spring treat: 20% off',
        count: limits.campaignBatch * limits.campaignBatchesAtOnce,
      },
    ])
  })

  test('an audience that changes while the one before is looked through is reached itself', async () => {
    const member = await join()
    const seen = await create({ audience: { ...everyone, pointsMin: 900_000 } })
    const areWaiting = (count: number) =>
      expect
        .poll(async () => {
          const [row] = await running.ask<{ waiting: number }>(
            (sql) => sql`select count(*)::int as waiting from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return row?.waiting
        })
        .toBe(count)
    // The row's lock only fixes the order: the change commits between the look and its end.
    const holder = postgres(running.database.ownerUrl, { max: 1 })
    let changed: ReturnType<typeof change> | undefined
    let ran: Promise<void> | undefined
    await holder.begin(async (sql) => {
      await sql`select from campaign where id = ${seen.campaignId} for update`
      changed = change(seen, { audience: everyone })
      await areWaiting(1)
      ran = run()
      await areWaiting(2)
    })
    await holder.end()
    expect(await changed).toMatchObject({ status: 'applied' })
    await ran
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test('the second of two editors is told; a finished one and a removed one stay as they are', async () => {
    const seen = await create({ isActive: false })
    const first = await change(seen, { name: 'By the first' })
    expect(first).toMatchObject({ status: 'applied' })
    expect(await change(seen, { name: 'By the second' })).toMatchObject({
      code: 'campaign_changed_meanwhile',
    })
    const resumed = await change(first, { isActive: true })
    await run()
    expect(await change(resumed, { name: 'Late' })).toMatchObject({ code: 'campaign_finished' })
    const removed = await change(resumed, { retired: true })
    expect(removed).toMatchObject({ status: 'applied' })
    expect(await change(removed, { name: 'Later' })).toMatchObject({ code: 'campaign_unavailable' })
    expect(await campaignOf(seen.campaignId)).toBeUndefined()
  })

  test('a business that is paused, or has no loyalty, reaches nobody until it goes on', async () => {
    const member = await join()
    await create()
    const set = (what: object) =>
      running.ask((sql) => sql`update business set ${sql(what)} where id = ${shop.businessId}`)
    await set({ status: 'suspended' })
    await run()
    await set({ status: 'active' })
    const features = { qrCodes: true, loyalty: false, whiteLabel: true, analytics: true }
    await running.ask(
      (sql) =>
        sql`update business set features = ${sql.json(features)} where id = ${shop.businessId}`,
    )
    await run()
    expect(await couponsOf(member)).toHaveLength(0)
    await running.ask(
      (sql) => sql`update business set features = ${sql.json({ ...features, loyalty: true })}
        where id = ${shop.businessId}`,
    )
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
  })

  test.each([
    ['audience', { kind: 'win_back', days: 0 }],
    ['audience', { kind: 'win_back', days: 2.5 }],
    ['audience', { kind: 'points', points: -1 }],
    ['audience', { kind: 'points', points: 1e12 }],
    ['audience', { kind: 'birthday', daysBefore: 3, timeZone: 'Nowhere/Town' }],
    ['audience', { kind: 'segment', pointsMin: 5, pointsMax: 4 }],
    ['audience', { kind: 'everybody' }],
    ['discountValue', '0'],
    ['discountValue', '-5'],
    ['discountValue', '100.01'],
    ['couponDays', 0],
    ['couponDays', 1e9],
    ['subject', ' '],
    ['message', 'x'.repeat(2001)],
  ])('%s of %j is refused', async (field, value) => {
    const asked = { ...terms(), campaignId: newId(), [field]: value }
    const answer = await owner.push(owner.make('campaign.create', asked as never))
    expect(answer.body.verdicts).toMatchObject([{ code: 'validation_failed' }])
  })

  test('staff may not, and another business’s campaign is not there', async () => {
    const { campaignId, revision } = await create({ isActive: false })
    const staff = new TestDevice(await visitor().signIn(shop.staffEmail))
    const asked = staff.make('campaign.create', { ...terms(), campaignId: newId() })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
    const other = await createTestBusiness(running)
    const foreign = new TestDevice(await visitor().signIn(other.ownerEmail))
    const changed = foreign.make('campaign.change', {
      campaignId,
      revision,
      changes: { name: 'Mine' },
    })
    expect((await foreign.push(changed)).body.verdicts).toMatchObject([
      { status: 'parked', code: 'work_not_arrived' },
    ])
    expect(await campaignOf(campaignId)).toMatchObject({ name: 'Spring treat' })
  })
})

describe('leaving', () => {
  /** The link of the one mail that was sent. */
  async function mailed() {
    const member = await join()
    await running.ask((sql) => sql`delete from email_queue`)
    await create()
    await run()
    await sendQueuedEmails(running.server)
    const header = received[0]?.headers.get('list-unsubscribe') ?? ''
    const [, url = ''] = /^<(.+)>$/.exec(header) ?? []
    return { member, url: new URL(url), token: url.split('/').at(-1) ?? '' }
  }

  test('one press in the mail program: a form post from nowhere, at once and for good', async () => {
    const { member, url, token } = await mailed()
    expect(received[0]?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(received[0]?.mail.text).toContain(url.href)
    const subscription = () => visitor().call('mail.subscription', { params: { token } })
    expect((await subscription()).body).toMatchObject({ subscribed: true })
    // Queued already, and not out yet.
    await create({ name: 'Another' })
    await run()
    const press = () =>
      fetch(running.url + url.pathname, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    expect((await subscription()).body).toMatchObject({ subscribed: false })
    received = []
    await sendQueuedEmails(running.server)
    await create({ name: 'Third' })
    await run()
    await sendQueuedEmails(running.server)
    expect(received).toEqual([])
    const { body } = await visitor().call('customer.ownData', { params: member.params })
    expect(body.consents.email).toBe(false)
    expect(body.history.filter(({ screen }) => screen === 'unsubscribe')).toMatchObject([
      { channel: 'email', granted: false },
    ])
  })

  test('taking the consent back on the own page withdraws what is queued', async () => {
    const member = await join()
    await create()
    await run()
    await visitor().call('customer.changeConsents', {
      params: member.params,
      body: { email: false },
    })
    const rows = await running.ask((sql) => sql`select 1 from email_queue where kind = 'offer'`)
    expect(rows).toEqual([])
  })

  test('a token that is changed, of another purpose or empty leads nowhere', async () => {
    const { token } = await mailed()
    const [head, body, signature] = token.split('.')
    for (const wrong of ['x', `${head}.${body}.`, `${head}.${body}.${signature}x`, 'a.b.c']) {
      const answer = await visitor().call('mail.unsubscribe', { params: { token: wrong } })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('who is erased leaves no trace in any campaign, and the ledger adds up', async () => {
    const member = await join({ birthday: '05-17' })
    await create()
    await run()
    await visitor().call('customer.requestData', {
      params: member.params,
      body: { kind: 'erasure' },
    })
    await sendQueuedEmails(running.server)
    const text = received.find(({ mail }) => mail.subject?.startsWith('Delete'))?.mail.text ?? ''
    const [, ticket = ''] = /#erasure=(\S+)/.exec(text) ?? []
    const erased = await visitor().call('customer.erase', {
      params: member.params,
      body: { ticket },
    })
    expect(erased.status).toBe(200)
    expect((await countRecipients()).recipients).toBe(0)
    const [row] = await running.ask<{ birthday: string | null }>(
      (sql) => sql`select birthday from customer where id = ${member.memberId}`,
    )
    expect(row?.birthday).toBeNull()
    await expectAddsUp()
  })
})

test('a mail server that is down for a day delays mails and loses none', async () => {
  const member = await join()
  await running.ask((sql) => sql`delete from email_queue`)
  const { campaignId } = await create()
  await run()
  isDown = true
  for (let hour = 0; hour < 24; hour += 1) {
    expect(await sendQueuedEmails(running.server)).toBe(0)
    running.turnClock(3_600_000)
  }
  expect(await couponsOf(member)).toHaveLength(1)
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 0 })
  isDown = false
  running.turnClock(6 * 3_600_000)
  expect(await sendQueuedEmails(running.server)).toBe(1)
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 1 })
  running.turnClock(-30 * 3_600_000)
})

test('the form asks for a birthday only where there is something for it', async () => {
  const lookUp = async () =>
    (await visitor().call('signUp.lookUp', { params: { code: shop.code } })).body.asksBirthday
  expect(await lookUp()).toBeUndefined()
  await create({ audience: { kind: 'birthday', daysBefore: 0, timeZone: 'UTC' } })
  expect(await lookUp()).toBe(true)
  const { memberId: _, ...form } = signUpPayload()
  for (const birthday of ['13-01', '02-30', '2001-05-17', '5-7', '04-31']) {
    const body = { ...form, birthday }
    const answer = await visitor().call('customer.signUp', { params: { code: shop.code }, body })
    expect([birthday, answer.status]).toEqual([birthday, 400])
  }
})
