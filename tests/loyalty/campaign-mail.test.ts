/**
 * Campaign mails: their content, unsubscribing, which ones wait, and the owner's results.
 *
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest'
import { couponTerm } from '#schema/contract/coupon-term.ts'
import { maskEmail } from '#schema/contract/customer.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { campaignTerms } from '#tests/support/device.ts'
import {
  buy,
  campaignOf,
  change,
  countRecipients,
  couponsOf,
  create,
  expectAddsUp,
  fill,
  forgetMails,
  forgetReceived,
  join,
  openShop,
  owner,
  passMailsOn,
  received,
  run,
  running,
  setDown,
  setUpCampaigns,
  shop,
  signInAgain,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()

test('runs from creation to the coupon, the mail, the opened page and its results', async () => {
  const ada = await join({ firstName: 'Ada' })
  const silent = await join({ marketingEmailConsent: false })
  await forgetMails()
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
  const { expiresOn, expiresAt } = couponTerm(
    new Date(coupon?.issuedAt ?? ''),
    30,
    'America/Chicago',
  )
  expect(coupon).toMatchObject({ expiresOn, expiresAt: expiresAt.toISOString() })

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
  // Another member's key records nothing.
  const foreign = { ...opened, customerId: silent.customerId }
  await visitor().call('customer.openOffer', { params: foreign })
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 1, opened: 0 })
  await visitor().call('customer.openOffer', { params: opened })
  await visitor().call('customer.openOffer', { params: opened })

  await run()
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

test('mails no offer to a member who was joined into another one while it was queued', async () => {
  const ada = await join()
  const kept = await join({ marketingEmailConsent: false })
  await forgetMails()
  await create()
  await run()
  const pair = { keepId: kept.memberId, joinId: ada.memberId }
  const { body } = await owner.push(owner.make('customer.join', pair))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await sendQueuedEmails(running.server)).toBe(0)
  expect(received).toEqual([])
  expect(await couponsOf(kept)).toHaveLength(1)
})

describe('a test of the mail', () => {
  const { subject, message, discountType, discountValue, couponDays } = campaignTerms()
  const terms = { subject, message, discountType, discountValue, couponDays }
  const tried = (body: object) =>
    owner.browser.call('business.testCampaign', {
      params: { businessId: shop.businessId },
      body: { ...terms, ...body },
    })

  test('goes to its owner alone, looks like the campaign’s mail and counts nowhere', async () => {
    const ada = await join()
    await forgetMails()
    const { campaignId } = await create({ isActive: false })
    expect(await tried({ campaignId })).toMatchObject({
      status: 200,
      body: { email: shop.ownerEmail },
    })
    expect(await sendQueuedEmails(running.server)).toBe(1)
    const [sent] = received
    expect(sent?.mail).toMatchObject({
      subject: 'Test: A treat for you',
      to: [{ address: shop.ownerEmail }],
    })
    expect(sent?.mail.text).toContain('Your coupon for 20% off is on your card.')
    expect(sent?.headers.has('list-unsubscribe')).toBe(false)
    expect(await couponsOf(ada)).toEqual([])
    expect(await campaignOf(campaignId)).toMatchObject({ given: 0, sent: 0, opened: 0 })
  })

  test('is refused while the business is suspended', async () => {
    await forgetMails()
    const suspend = (status: string) =>
      running.sql`update business set status = ${status} where id = ${shop.businessId}`
    await suspend('suspended')
    expect(await tried({})).toMatchObject({ status: 403, body: { code: 'read_only' } })
    await suspend('active')
    expect(await sendQueuedEmails(running.server)).toBe(0)
  })

  test('is logged for a campaign of this business only', async () => {
    await tried({ campaignId: newId() })
    const { body } = await owner.browser.call('business.audit', {
      params: { businessId: shop.businessId },
    })
    const logged = body.filter(({ act }) => act === 'business.testCampaign')
    expect(logged).toMatchObject([{ subject: shop.businessId }])
  })

  test('is written in the language of its campaign', async () => {
    const { campaignId } = await create({ isActive: false })
    await running.sql`update campaign set language = 'es' where id = ${campaignId}`
    await tried({ campaignId })
    await sendQueuedEmails(running.server)
    expect(received[0]?.mail.subject).toBe('Prueba: A treat for you')
  })

  test('is sent a limited number of times an hour', async () => {
    for (let sent = 0; sent < serverLimits.campaignTestsPerAccountPerHour; sent += 1) {
      expect((await tried({})).status).toBe(200)
    }
    expect(await tried({})).toMatchObject({ status: 429, body: { code: 'too_many' } })
  })
})

test('mails a working link after the welcome’s link was ended', async () => {
  const ada = await join()
  await running.sql`update customer_key set retired_at = now()
    where member_id = ${ada.memberId} and device = 'Mailed link'`
  await forgetMails()
  await create()
  await run()
  expect(await sendQueuedEmails(running.server)).toBe(1)
  const [, customerId = ''] = /\/customer\/([0-9a-f-]{36})/.exec(received[0]?.mail.text ?? '') ?? []
  const { status, body } = await visitor().call('customer.page', { params: { customerId } })
  expect([status, body.customer?.memberId]).toEqual([200, ada.memberId])
})

test('counts as revenue the remainder of each purchase near a use, once', async () => {
  const hourMs = 3_600_000
  const ada = await join()
  const { campaignId } = await create({ audience: { kind: 'win_back', days: 1 } })
  const absence = async () => {
    running.turnClock(2 * dayMs)
    await signInAgain()
    await run()
  }
  await absence()
  await buy(ada.memberId, '5.00')
  await absence()
  const coupons = await couponsOf(ada)
  expect(coupons).toHaveLength(2)
  const purchaseId = newId()
  const near = { purchaseId, memberId: ada.memberId }
  const { body } = await owner.push(
    owner.make('purchase.record', { ...near, amount: '12.50' }),
    owner.make('purchase.reverse', { ...near, amount: '2.50' }),
    ...coupons.map(({ code = '' }) => owner.make('coupon.use', { code })),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(Array(4).fill('applied'))
  running.turnClock(3 * hourMs)
  await buy(ada.memberId, '8.00')
  expect(await campaignOf(campaignId)).toMatchObject({ given: 2, redeemed: 2, revenue: '10.00' })
  running.turnClock(-4 * dayMs - 3 * hourMs)
})

describe('the queue', () => {
  const ahead = serverLimits.campaignMailsAhead
  const many = ahead + 150
  const offersOf = async (businessId: string) => {
    const [row] = await running.sql`select count(*) filter (where sent_at is null)::int as waiting,
        count(sent_at)::int as sent
      from email_queue where kind = 'offer' and sender_id = ${businessId}`
    return row
  }

  test('queues a limited number of mails per business and continues as they are sent', async () => {
    await fill(many)
    const { campaignId } = await create()
    await run()
    await run()
    expect(await offersOf(shop.businessId)).toEqual({ waiting: ahead, sent: 0 })
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead, audienceCount: many })
    // A business's campaigns share the limit.
    await create({ name: 'Another' })
    await run()
    expect(await offersOf(shop.businessId)).toEqual({ waiting: ahead, sent: 0 })

    const large = shop
    await openShop()
    const member = await join()
    await create()
    await run()
    expect(await couponsOf(member)).toHaveLength(1)
    await visitor().call('auth.forgotPassword', { body: { email: large.ownerEmail } })
    await sendQueuedEmails(running.server)
    expect(received.map(({ mail }) => mail.to?.[0]?.address)).toContain(large.ownerEmail)
    await passMailsOn()
    await run()
    expect((await offersOf(large.businessId))?.waiting).toBeGreaterThan(0)
  })

  test('holds a paused campaign’s mails, and sends them once when it resumes', async () => {
    const people = await Promise.all([join(), join(), join()])
    await forgetMails()
    const seen = await create()
    const other = await create({ name: 'Another', subject: 'Another treat' })
    await run()
    const paused = await change(seen, { isActive: false })
    expect(await sendQueuedEmails(running.server)).toBe(people.length)
    expect(new Set(received.map(({ mail }) => mail.subject))).toEqual(new Set(['Another treat']))
    expect(await sendQueuedEmails(running.server)).toBe(0)
    expect(await campaignOf(seen.campaignId)).toMatchObject({ given: 3, sent: 0 })
    expect(await campaignOf(other.campaignId)).toMatchObject({ given: 3, sent: 3 })
    forgetReceived()
    await change(paused, { isActive: true })
    await running.crash()
    await run()
    expect(await sendQueuedEmails(running.server)).toBe(people.length)
    await run()
    expect(await sendQueuedEmails(running.server)).toBe(0)
    expect(new Set(received.map(({ mail }) => mail.to?.[0]?.address))).toEqual(
      new Set(people.map(({ email }) => email)),
    )
    expect(await campaignOf(seen.campaignId)).toMatchObject({
      sent: 3,
      finishedAt: expect.any(String),
    })
  })

  test('finishes a segment with its last mail, so it can be paused until then', async () => {
    await join()
    await forgetMails()
    const seen = await create()
    await run()
    await run()
    expect(await campaignOf(seen.campaignId)).toMatchObject({ given: 1, finishedAt: null })
    const paused = await change(seen, { isActive: false })
    expect(paused).toMatchObject({ status: 'applied' })
    await change(paused, { isActive: true })
    await sendQueuedEmails(running.server)
    await run()
    expect((await campaignOf(seen.campaignId))?.finishedAt).not.toBeNull()
  })

  test('leaves the business’s other campaigns their room when one is paused', async () => {
    await fill(many)
    const seen = await create()
    await run()
    await change(seen, { isActive: false })
    const { campaignId } = await create({ name: 'Another' })
    await run()
    expect(await campaignOf(campaignId)).toMatchObject({ given: ahead })
  })

  test('sends nothing more for a removed campaign or a suspended business', async () => {
    await join()
    await forgetMails()
    const seen = await create()
    await run()
    const suspend = (status: string) =>
      running.sql`update business set status = ${status} where id = ${shop.businessId}`
    await suspend('suspended')
    expect(await sendQueuedEmails(running.server)).toBe(0)
    await suspend('active')
    await change(seen, { retired: true })
    expect(await sendQueuedEmails(running.server)).toBe(0)
    expect(await offersOf(shop.businessId)).toEqual({ waiting: 0, sent: 0 })
  })

  test('isolates campaigns of different businesses with the same id', async () => {
    await join()
    await forgetMails()
    const { campaignId } = await create()
    await run()
    await openShop()
    const operation = owner.make('campaign.create', {
      ...campaignTerms({ isActive: false }),
      campaignId,
    })
    expect((await owner.push(operation)).body.verdicts).toMatchObject([{ status: 'applied' }])
    expect(await sendQueuedEmails(running.server)).toBe(1)
  })

  test('doesn’t mail a coupon that expired while its mail was held', async () => {
    await join()
    await forgetMails()
    const seen = await create({ couponDays: 2 })
    await run()
    const paused = await change(seen, { isActive: false })
    running.turnClock(3 * dayMs)
    await signInAgain()
    await change(paused, { isActive: true })
    expect(await sendQueuedEmails(running.server)).toBe(0)
    expect(received).toEqual([])
    running.turnClock(-3 * dayMs)
  })
})

describe('the postal address', () => {
  const setAddress = (postalAddress: string | null) =>
    running.sql`update business set postal_address = ${postalAddress}
    where id = ${shop.businessId}`
  async function changeProgram(postalAddress: string) {
    const params = { businessId: shop.businessId }
    const { programRevision: revision } = (await owner.browser.call('business.get', { params }))
      .body
    const operation = owner.make('program.change', { revision, changes: { postalAddress } })
    return (await owner.push(operation)).body.verdicts
  }

  test('is required to send, and appears in every mail', async () => {
    await setAddress(null)
    const member = await join()
    await forgetMails()
    await create()
    await run()
    expect(await couponsOf(member)).toEqual([])
    expect(await changeProgram(' 5 Quay <b>Rd</b>,\nSalem, MA 01970 ')).toMatchObject([
      { status: 'applied' },
    ])
    await run()
    expect(await sendQueuedEmails(running.server)).toBe(1)
    expect(received[0]?.mail.text).toContain(', 5 Quay <b>Rd</b>, Salem, MA 01970')
    expect(received[0]?.mail.html).toContain(', 5 Quay &lt;b&gt;Rd&lt;/b&gt;, Salem, MA 01970')
  })

  test('holds queued mails while it is missing', async () => {
    await join()
    await forgetMails()
    await create()
    await run()
    expect(await changeProgram('')).toMatchObject([{ status: 'applied' }])
    expect(await sendQueuedEmails(running.server)).toBe(0)
    await changeProgram('1 Main St, Springfield, IL 62701')
    expect(await sendQueuedEmails(running.server)).toBe(1)
  })

  test.each(['x', 'Main St', 'x'.repeat(201)])('rejects %j', async (text) => {
    expect(await changeProgram(text)).toMatchObject([{ code: 'validation_failed' }])
  })
})

describe('unsubscribing', () => {
  /** The link in the one mail that was sent. */
  async function mailed() {
    const member = await join()
    await forgetMails()
    await create()
    await run()
    await sendQueuedEmails(running.server)
    const header = received[0]?.headers.get('list-unsubscribe') ?? ''
    const [, url = ''] = /^<(.+)>$/.exec(header) ?? []
    return { member, url: new URL(url), token: url.split('/').at(-1) ?? '' }
  }

  test('takes one click in the mail program, without an origin, and lasts', async () => {
    const { member, url, token } = await mailed()
    expect(received[0]?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(received[0]?.mail.text).toContain(url.href)
    const subscription = () => visitor().call('mail.subscription', { params: { token } })
    expect((await subscription()).body).toMatchObject({ subscribed: true })
    // Queued already, and not sent yet.
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
    forgetReceived()
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

  test('ends no consent that was given for another address', async () => {
    const { member, token } = await mailed()
    const email = `new.${newId()}@example.com`
    await visitor().call('customer.change', {
      params: member.params,
      body: { changes: { email }, seen: { email: maskEmail(member.email) } },
    })
    forgetReceived()
    await sendQueuedEmails(running.server)
    const { text = '' } = received[0]?.mail ?? {}
    const ticket = /member-email#(\S+)/.exec(text)?.[1] ?? ''
    await visitor().call('mail.pressMemberEmail', { body: { ticket, marketingEmail: true } })
    const subscribed = async (of: string) =>
      (await visitor().call('mail.subscription', { params: { token: of } })).body.subscribed
    const agreed = () =>
      running.sql`select marketing_email as agreed from customer where id = ${member.memberId}`
    expect(await subscribed(token)).toBe(false)
    await create({ name: 'Another' })
    await run()
    expect((await visitor().call('mail.unsubscribe', { params: { token } })).status).toBe(200)
    expect(await agreed()).toEqual([{ agreed: true }])

    forgetReceived()
    await sendQueuedEmails(running.server)
    const offer = received.find(({ headers }) => headers.has('list-unsubscribe'))
    const url = offer?.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
    const present = url.split('/').at(-1) ?? ''
    expect(await subscribed(present)).toBe(true)
    await visitor().call('mail.unsubscribe', { params: { token: present } })
    expect(await agreed()).toEqual([{ agreed: false }])
  })

  test('on the member’s page withdraws queued mails', async () => {
    const member = await join()
    await create()
    await run()
    await visitor().call('customer.changeConsents', {
      params: member.params,
      body: { email: false },
    })
    const rows = await running.sql`select 1 from email_queue where kind = 'offer'`
    expect(rows).toEqual([])
  })

  test('rejects a token that is changed, empty or for another purpose', async () => {
    const { token } = await mailed()
    const [head, body, signature] = token.split('.')
    for (const wrong of ['x', `${head}.${body}.`, `${head}.${body}.${signature}x`, 'a.b.c']) {
      const answer = await visitor().call('mail.unsubscribe', { params: { token: wrong } })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('by erasure leaves no trace in any campaign, and the ledger adds up', async () => {
    const member = await join({ birthday: '05-17' })
    await create()
    await run()
    await visitor().call('customer.requestData', {
      params: member.params,
      body: { kind: 'erasure' },
    })
    await sendQueuedEmails(running.server)
    const text = received.find(({ mail }) => mail.subject?.startsWith('Delete'))?.mail.text ?? ''
    const [, ticket = ''] = /member-data#(\S+)/.exec(text) ?? []
    const erased = await visitor().call('customer.erase', {
      body: { ticket },
    })
    expect(erased.status).toBe(200)
    expect((await countRecipients()).recipients).toBe(0)
    const [row] = await running.sql`select birthday from customer where id = ${member.memberId}`
    expect(row?.birthday).toBeNull()
    await expectAddsUp()
  })
})

test('delays mails and loses none while the mail server is down for a day', async () => {
  const member = await join()
  await forgetMails()
  const { campaignId } = await create()
  await run()
  setDown(true)
  for (let hour = 0; hour < 24; hour += 1) {
    expect(await sendQueuedEmails(running.server)).toBe(0)
    running.turnClock(3_600_000)
  }
  expect(await couponsOf(member)).toHaveLength(1)
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 0 })
  setDown(false)
  running.turnClock(6 * 3_600_000)
  expect(await sendQueuedEmails(running.server)).toBe(1)
  expect(await campaignOf(campaignId)).toMatchObject({ given: 1, sent: 1 })
  running.turnClock(-30 * 3_600_000)
})
