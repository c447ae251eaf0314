/**
 * Mails with the cards of imported members: held by a pause and the daily ceiling, gone by an undo.
 *
 * @module-tag deep
 */
import { expect, test, vi } from 'vitest'
import { dayMs } from '#schema/contract/time-spans.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { runCards } from '#sync-server/loyalty/imports/run-cards.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { owner, received, running, setUpCampaigns, shop, visitor } from './campaign-world.ts'
import { bringOver, cellsOf, type Importing, memberBy, read, undo } from './import-world.ts'

setUpCampaigns()

const here = (): Importing => ({
  running,
  browser: owner.browser,
  businessId: shop.businessId,
})
const move = (to: 'sendCards' | 'pauseCards', importId: string) =>
  owner.browser.call(`business.${to}`, { params: { businessId: shop.businessId, importId } })
const mail = async () => {
  while ((await sendQueuedEmails(running.server)) > 0);
}
const preview = async (importId: string) =>
  (
    await owner.browser.call('business.previewCards', {
      params: { businessId: shop.businessId, importId },
    })
  ).body
const applyAll = async (...operations: Parameters<typeof owner.push>) => {
  const { body } = await owner.push(...operations)
  expect(body.verdicts.map(({ status }) => status)).toEqual(operations.map(() => 'applied'))
}
const addresses = () => received.map(({ mail }) => mail.to?.[0]?.address)

test('mails each card once, in the owner’s language, and is sent once the last has left', async () => {
  const cells = Array.from({ length: 2 }, () => cellsOf())
  const run = await bringOver(here(), cells)
  await move('sendCards', run.id)
  await runCards(running.server)
  expect((await read(here(), run.id)).cards).toEqual({ state: 'sending', queued: 2 })
  await mail()
  await runCards(running.server)
  expect((await read(here(), run.id)).cards).toEqual({ state: 'sent', queued: 2 })
  expect(addresses().toSorted()).toEqual(cells.map(({ email }) => email).toSorted())
  expect(received[0]?.mail.subject).toMatch(/^Your .+ loyalty card$/)
})

test('a pause holds what is queued, and an undo of the import removes it', async () => {
  const run = await bringOver(here(), [cellsOf(), cellsOf()])
  await move('sendCards', run.id)
  await runCards(running.server)
  await move('pauseCards', run.id)
  await mail()
  expect(addresses()).toEqual([])
  await undo(here(), run.id)
  await mail()
  expect(addresses()).toEqual([])
  expect(await running.sql`select 1 from email_queue where kind = 'importedCard'`).toEqual([])
})

test('mails no card to members who became unreachable while it was queued', async () => {
  const cells = Array.from({ length: 5 }, () => cellsOf())
  const [joined, leaving, dead, replaced, reached] = cells.map(({ email = '' }) => email)
  const run = await bringOver(here(), cells)
  await move('sendCards', run.id)
  await runCards(running.server)
  await move('pauseCards', run.id)
  const idOf = async (email = '') => (await memberBy(here(), email))?.id ?? ''
  const keep = signUpPayload()
  const { businessId } = shop
  await running.sql`update customer set mail_refused_at = now()
    where business_id = ${businessId} and email in (${dead ?? ''}, ${replaced ?? ''})`
  const next = `is.${newId()}@example.com`
  const { body } = await owner.push(
    owner.make('customer.signUp', keep),
    owner.make('customer.join', { keepId: keep.memberId, joinId: await idOf(joined) }),
    owner.make('customer.change', {
      memberId: await idOf(replaced),
      changes: { email: next },
      seen: { email: replaced ?? '' },
    }),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(Array(3).fill('applied'))
  const planned = await owner.browser.call('business.eraseMember', {
    params: { businessId, memberId: await idOf(leaving) },
    body: { reason: 'Asked at the counter' },
  })
  expect(planned.status).toBe(200)
  await mail()
  received.length = 0
  await move('sendCards', run.id)
  await mail()
  expect(addresses()).toEqual([reached])
  await runCards(running.server)
  expect((await read(here(), run.id)).cards?.state).toBe('sent')
})

test.each([true, false])(
  'a separated member whose queued card a join ended gets one later (separated before it is mailed: %s)',
  async (isSeparatedFirst) => {
    const cells = cellsOf()
    const run = await bringOver(here(), [cells])
    await move('sendCards', run.id)
    await runCards(running.server)
    const keep = signUpPayload()
    const joinId = (await memberBy(here(), cells.email))?.id ?? ''
    const pair = { keepId: keep.memberId, joinId }
    const separate = () => applyAll(owner.make('customer.separate', { ...pair, spentSeen: 0 }))
    await applyAll(owner.make('customer.signUp', keep), owner.make('customer.join', pair))
    if (isSeparatedFirst) await separate()
    await mail()
    if (!isSeparatedFirst) await separate()
    expect(addresses()).not.toContain(cells.email)
    expect(await preview(run.id)).toMatchObject({ count: 1, sentBefore: 0, haveCard: 0 })
    await runCards(running.server)
    received.length = 0
    await move('sendCards', run.id)
    await runCards(running.server)
    await mail()
    expect(addresses()).toEqual([cells.email])
    const link = received[0]?.mail.text?.match(/\/customer\/([\w-]+)/)?.[1] ?? ''
    const opened = await visitor().call('customer.page', { params: { customerId: link } })
    expect(opened.body.customer).toMatchObject({ points: 120 })
  },
)

test('members whose erasure was withdrawn get a card later', async () => {
  const cells = [cellsOf(), cellsOf()]
  const run = await bringOver(here(), cells)
  await move('sendCards', run.id)
  await runCards(running.server)
  const { businessId } = shop
  const ids = await Promise.all(cells.map(async ({ email }) => (await memberBy(here(), email))?.id))
  for (const memberId of ids) {
    const params = { businessId, memberId: memberId ?? '' }
    await owner.browser.call('business.eraseMember', { params, body: { reason: 'Asked' } })
  }
  await mail()
  received.length = 0
  for (const memberId of ids) {
    const params = { businessId, memberId: memberId ?? '' }
    expect((await owner.browser.call('business.keepMember', { params })).status).toBe(200)
  }
  expect(await preview(run.id)).toMatchObject({ count: 2, sentBefore: 0, haveCard: 0 })
  await runCards(running.server)
  await move('sendCards', run.id)
  await runCards(running.server)
  await mail()
  expect(addresses().toSorted()).toEqual(cells.map(({ email }) => email).toSorted())
})

test('a card that never left keeps no member when the import is undone', async () => {
  const cells = cellsOf()
  const run = await bringOver(here(), [cells])
  await move('sendCards', run.id)
  await runCards(running.server)
  const { businessId } = shop
  await running.sql`update customer set mail_refused_at = now()
    where business_id = ${businessId} and email = ${cells.email ?? ''}`
  await mail()
  expect(addresses()).toEqual([])
  expect(await preview(run.id)).toMatchObject({ count: 0, sentBefore: 0, mailFails: 1 })
  const undone = await owner.browser.call('business.previewImportUndo', {
    params: { businessId, importId: run.id },
  })
  expect(undone.body).toMatchObject({ erased: 1, kept: 0 })
})

test('a batch of cards that are not mailed holds back none of the next', async () => {
  const cells = Array.from({ length: 25 }, () => cellsOf())
  const run = await bringOver(here(), cells)
  await move('sendCards', run.id)
  await runCards(running.server)
  const reached = cells.at(-1)?.email ?? ''
  await running.sql`update customer set mail_refused_at = now()
    where business_id = ${shop.businessId} and email <> ${reached}`
  expect(await sendQueuedEmails(running.server)).toBe(1)
  expect(addresses()).toEqual([reached])
})

test('a card whose member is being written holds back no other mail', async () => {
  const cells = cellsOf()
  const run = await bringOver(here(), [cells])
  await move('sendCards', run.id)
  await runCards(running.server)
  const memberId = (await memberBy(here(), cells.email))?.id ?? ''
  await running.sql`update customer set mail_refused_at = now() where id = ${memberId}`
  const other = signUpPayload()
  await applyAll(owner.make('customer.signUp', other))
  let round: Promise<number> | undefined
  await running.sql.begin(async (writing) => {
    await writing`select from customer_key where member_id = ${memberId} for update`
    round = sendQueuedEmails(running.server)
    await vi.waitUntil(() => addresses().includes(other.email), { timeout: 5_000 })
  })
  await round
  expect(addresses()).toEqual([other.email])
})

test('counts cards among the mails of a day', async () => {
  const most = serverLimits.businessMailsPerDay.trial / serverLimits.newBusinessMailDivisor
  const now = running.server.clock.now()
  const { businessId } = shop
  await running.sql`update business set plan = 'trial', status = 'trial', created_at = ${now},
    trial_ends_at = ${now}::timestamptz + interval '9 days' where id = ${businessId}`
  await running.sql`
    insert into email_queue (recipient, kind, fields, sender_id, created_at, due_at, sent_at)
    select n || '@example.com', 'welcome', '{}', ${businessId}, ${now}, ${now}, ${now}
    from generate_series(1, ${most - 1}::int) n`
  const run = await bringOver(here(), [cellsOf(), cellsOf(), cellsOf()])
  await move('sendCards', run.id)
  await runCards(running.server)
  await mail()
  expect(addresses()).toHaveLength(1)
  running.turnClock(dayMs)
  await mail()
  running.turnClock(-dayMs)
  expect(new Set(addresses()).size).toBe(3)
})
