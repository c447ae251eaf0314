/**
 * Cards of imported members: the link is mailed once, only if an owner sends it, in steps that a
 * pause, a crash and the daily ceiling hold and an undo of the import ends.
 *
 * @module-tag deep
 */
import { beforeAll, expect, test } from 'vitest'
import { runCards } from '#sync-server/loyalty/imports/run-cards.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { bringOver, cellsOf, memberBy, of, openShopOn, read, undo } from './import-world.ts'

let visitor: TestBrowser
let onStatement: (statement: string) => void = () => {}
const doors = { onTenantStatement: (statement: string) => onStatement(statement) }
const running = serverOfFile({}, { doors })
openShopOn(running)

beforeAll(() => {
  visitor = new TestBrowser(running.url)
})

const params = (importId: string) => ({ params: { businessId: of.businessId, importId } })
const preview = async (importId: string) =>
  (await of.browser.call('business.previewCards', params(importId))).body
const send = (importId: string) => of.browser.call('business.sendCards', params(importId))
const pause = (importId: string) => of.browser.call('business.pauseCards', params(importId))
/** Runs the job until it has nothing left. */
async function work(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await runCards(running.server)
}
const queued = () =>
  running.sql<{ recipient: string }[]>`select recipient from email_queue
    where sender_id = ${of.businessId} and kind = 'importedCard' order by id`
const recipients = async () => (await queued()).map(({ recipient }) => recipient)
const emailsOf = (cells: readonly { email?: string }[]) => cells.map(({ email = '' }) => email)

test('mails each member once, and only after an owner sends the cards', async () => {
  const cells = Array.from({ length: 3 }, () => cellsOf())
  const run = await bringOver(of, cells)
  await work()
  expect(await queued()).toEqual([])
  expect(run.cards).toBeNull()
  expect(await preview(run.id)).toMatchObject({ count: 3, haveCard: 0 })

  expect((await send(run.id)).body.cards).toEqual({ state: 'sending', queued: 0 })
  await work()
  expect((await recipients()).sort()).toEqual(emailsOf(cells).sort())
  expect((await read(of, run.id)).cards).toEqual({ state: 'sent', queued: 3 })
  expect(await preview(run.id)).toMatchObject({ count: 0, sentBefore: 3 })
  const [mail] = await readMails(running, cells[0]?.email ?? '')
  const customerId = new URL(linkIn(mail as never)).pathname.split('/')[2] ?? ''
  const card = await visitor.call('customer.page', { params: { customerId } })
  expect(card.body.customer).toMatchObject({ points: 120 })

  for (let again = 0; again < 2; again += 1) {
    expect((await send(run.id)).status).toBe(200)
    await work()
  }
  expect(await queued()).toHaveLength(3)
  // A later export brings no member a second card.
  const later = await bringOver(of, [...cells, cellsOf()])
  expect(await preview(later.id)).toMatchObject({ count: 1 })
})

test('leaves out members whom mail does not reach, who unsubscribed, or who have a card', async () => {
  const [dead, no, yes, joined, erased] = Array.from({ length: 5 }, () => cellsOf())
  const cells = [
    dead,
    { ...no, emailConsent: 'no' },
    { ...yes, emailConsent: 'yes' },
    joined,
    erased,
  ]
  const run = await bringOver(of, cells as never)
  await running.sql`update customer set mail_refused_at = now() where email = ${dead?.email ?? ''}`
  const member = await memberBy(of, joined?.email)
  await running.sql`insert into customer_key (digest, business_id, member_id, device, created_at)
    values (${newKey()}, ${of.businessId}, ${member?.id ?? ''}, 'iPhone', now())`
  const leaving = await memberBy(of, erased?.email)
  await of.browser.call('business.eraseMember', {
    params: { businessId: of.businessId, memberId: leaving?.id ?? '' },
    body: { reason: 'Asked at the counter' },
  })
  expect(await preview(run.id)).toEqual({
    count: 1,
    sentBefore: 0,
    haveCard: 1,
    withoutEmail: 0,
    mailFails: 1,
    unsubscribed: 1,
  })
  await send(run.id)
  await work()
  expect(await recipients()).toEqual([yes?.email])
})

const oneStep = 5
test.each([
  [/insert into "imported_card"/, 1, 0],
  [/insert into "?email_queue/, 1, 0],
  [/update "import_run"/, 1, 0],
  // The first statement after the commit.
  [/ from "import_run"/, 3, oneStep],
] as const)(
  'continues after a crash at statement %s (time %i), and mails each member once',
  async (dies, time, queuedThen) => {
    const cells = Array.from({ length: oneStep }, () => cellsOf())
    const run = await bringOver(of, cells)
    await send(run.id)
    let dying: Promise<void> | null = null
    let seen = 0
    onStatement = (statement) => {
      if (dies.test(statement)) seen += 1
      if (seen < time) return
      dying ??= running.crash()
      // A killed server sends neither this statement nor the commit.
      throw new Error('killed')
    }
    await runCards(running.server).catch(() => {})
    onStatement = () => {}
    expect(dying).not.toBeNull()
    await dying
    expect(await queued()).toHaveLength(queuedThen)
    await work()
    expect((await recipients()).sort()).toEqual(emailsOf(cells).sort())
    expect((await read(of, run.id)).cards).toEqual({ state: 'sent', queued: 5 })
  },
)

test('pauses and continues, and waits while the business is suspended', async () => {
  const run = await bringOver(
    of,
    Array.from({ length: 2 }, () => cellsOf()),
  )
  await send(run.id)
  expect((await pause(run.id)).body.cards).toEqual({ state: 'paused', queued: 0 })
  await work()
  expect(await queued()).toEqual([])
  const { businessId } = of
  await running.sql`update business set status = 'suspended' where id = ${businessId}`
  expect((await send(run.id)).status).toBe(403)
  await running.sql`update business set status = 'active' where id = ${businessId}`
  await send(run.id)
  await running.sql`update business set status = 'suspended' where id = ${businessId}`
  await work()
  expect(await queued()).toEqual([])
  await running.sql`update business set status = 'active' where id = ${businessId}`
  await work()
  expect(await queued()).toHaveLength(2)
})

test('an undo of the import ends the cards and erases members who never opened theirs', async () => {
  const [idle, opened] = [cellsOf(), cellsOf()]
  const run = await bringOver(of, [idle, opened])
  await send(run.id)
  await work()
  const [mail] = await readMails(running, opened.email ?? '')
  const customerId = new URL(linkIn(mail as never)).pathname.split('/')[2] ?? ''
  await visitor.call('customer.page', { params: { customerId } })
  const undone = await of.browser.call('business.previewImportUndo', params(run.id))
  expect(undone.body).toMatchObject({ erased: 1, kept: 1 })
  await undo(of, run.id)
  expect((await memberBy(of, opened.email))?.points).toBe(0)
  expect(await memberBy(of, idle.email)).toBeUndefined()
  expect((await send(run.id)).body).toMatchObject({ code: 'import_moved_on' })
})
