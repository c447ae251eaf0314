/**
 * A campaign to fifty thousand members, from the owner's press to the last mail: its duration, the
 * server's memory, and that no member is reached twice although it is paused, resumed and killed on
 * the way. The product runs as its own process; the mail server is here.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, TestDevice } from '#tests/support/device.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { bar, type Figure } from './figure.ts'
import { serverMemoryMB } from './measure.ts'

const recipients = 50_000
const terms = campaignTerms({ name: 'Measured' })
const quietMs = 4_000
/** Mails that one round of the mail job may have in progress when the server is killed. */
const underWayMost = 20
/** The queued mails, plus those sent before the next round of campaigns. */
const neighborWaitsMost = 2 * serverLimits.campaignMailsAhead

/** How often each address got a mail. */
type Received = Map<string, number>

export async function measureCampaign(): Promise<Figure[]> {
  const received: Received = new Map()
  const post = await openPostOffice((_source, addresses) => {
    for (const address of addresses) received.set(address, (received.get(address) ?? 0) + 1)
  })
  const app = await startApp(post.settings)
  try {
    const owner = new TestDevice(
      await new TestBrowser(app.url).signIn(app.owner.email, app.owner.password),
    )
    const businessId = (await owner.browser.call('auth.user')).body.businessId ?? ''
    await fillCustomers(app, businessId, recipients)
    await app.ask(
      (sql) => sql`update customer set marketing_email = email like 'person%'
        where business_id = ${businessId}`,
    )
    // Old enough, and on a plan, to send this many mails a day.
    await app.ask(
      (sql) => sql`update business set plan = 'enterprise', created_at = now() - interval '30 days'
        where id = ${businessId}`,
    )
    await app.ask((sql) => sql`analyze`)
    const other = await makeNeighbor(app)
    return await run({ app, received, owner, businessId, other })
  } finally {
    await app.close()
    await post.close()
  }
}

interface Bed {
  app: RunningApp
  received: Received
  owner: TestDevice
  businessId: string
  other: { businessId: string; email: string }
}

async function run({ app, received, owner, businessId, other }: Bed): Promise<Figure[]> {
  const memory = { mostMB: 0 }
  // Print progress, so that an aborted run still shows how far it got.
  const reached = async (count: number) => {
    await awaitReceived(received, count, memory)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    process.stderr.write(`${count.toLocaleString('en-US')} mails after ${seconds} s\n`)
  }
  const campaignId = newId()
  const startedAt = performance.now()
  let revision = await ask(owner, 'campaign.create', { ...terms, campaignId })
  const change = async (isActive: boolean) => {
    revision = await ask(owner, 'campaign.change', {
      campaignId,
      revision,
      changes: { isActive },
    })
  }

  await reached(recipients / 5)
  const [neighborFrom, receivedBefore] = [performance.now(), received.size]
  await startCampaign(app, other.businessId)
  while (!received.has(other.email)) await pause(20)
  const neighborSeconds = (performance.now() - neighborFrom) / 1000
  const mailsBefore = received.size - receivedBefore

  await reached((2 * recipients) / 5)
  const pausedFrom = performance.now()
  await change(false)
  const atPause = received.size
  await pause(quietMs)
  const afterPause = received.size - atPause
  const heldFrom = received.size
  await pause(quietMs)
  const whilePaused = received.size - heldFrom
  await change(true)
  const pausedMs = performance.now() - pausedFrom

  await reached((3 * recipients) / 5)
  const killedFrom = performance.now()
  await app.kill()
  await app.start()
  // Expire the leases of mails that were in progress.
  await app.ask((sql) => sql`update email_queue set due_at = now() where sent_at is null`)
  const killedMs = performance.now() - killedFrom
  await reached(recipients)
  const seconds = (performance.now() - startedAt - pausedMs - killedMs) / 1000

  const twice = [...received.values()].filter((count) => count > 1).length
  const [coupons] = await app.ask<{ all: number; members: number }>(
    (sql) => sql`select count(*)::int as all, count(distinct member_id)::int as members
      from coupon where business_id = ${businessId} and source = 'campaign'`,
  )
  const figure = (what: string, measured: number, unit: Figure['unit'], most?: number): Figure => ({
    what,
    measured,
    unit,
    ...(most !== undefined && { bar: bar(most) }),
  })
  return [
    figure(`${recipients.toLocaleString('en-US')} mails, pause and restart apart`, seconds, 's'),
    figure('mails a second', recipients / seconds, '/s'),
    figure('most memory of the server', memory.mostMB, 'MB'),
    figure('another business’s mail meanwhile', neighborSeconds, 's'),
    figure('mails that went before it', mailsBefore, 'mails', neighborWaitsMost),
    figure('mails on their way at the pause', afterPause, 'mails', underWayMost),
    figure('mails while paused', whilePaused, 'mails', 0),
    figure('mails twice (under way when it was killed)', twice, 'mails', underWayMost),
    figure(
      'members without a coupon, or with two',
      Math.abs((coupons?.members ?? 0) - recipients) +
        Math.abs((coupons?.all ?? 0) - (coupons?.members ?? 0)),
      'mails',
      0,
    ),
  ]
}

async function ask(owner: TestDevice, ...asked: Parameters<TestDevice['make']>): Promise<string> {
  const operation = owner.make(...asked)
  const { body } = await owner.push(operation)
  if (body.verdicts?.[0]?.status !== 'applied') {
    throw new Error(`${operation.name}: ${JSON.stringify(body)}`)
  }
  return operation.operationId
}

async function awaitReceived(received: Received, count: number, memory: { mostMB: number }) {
  let before = -1
  let stillSince = performance.now()
  while (received.size < count) {
    memory.mostMB = Math.max(memory.mostMB, serverMemoryMB())
    if (received.size !== before) stillSince = performance.now()
    before = received.size
    const stillMs = performance.now() - stillSince
    if (stillMs > 120_000) throw new Error(`Nothing came any more after ${before} mails`)
    await pause(500)
  }
}

/** Creates another business with one member. */
async function makeNeighbor(app: RunningApp) {
  const { email, password } = app.superAdmin
  const admin = await new TestBrowser(app.url).signIn(email, password)
  await admin.call('auth.elevate', { body: { password } })
  const { body } = await admin.call('admin.createBusiness', {
    body: { name: 'Neighbor', email: 'neighbor@example.com' },
  })
  const member = 'neighbor-member@example.com'
  await fillCustomers(app, body.id, 1)
  await app.ask(
    (sql) => sql`update customer set email = ${member}, marketing_email = true
      where business_id = ${body.id}`,
  )
  await app.ask(
    (sql) => sql`update business set postal_address = '1 Main St, Springfield, IL 62701'
      where id = ${body.id}`,
  )
  return { businessId: body.id, email: member }
}

const startCampaign = (app: RunningApp, businessId: string) =>
  app.ask(
    (sql) => sql`insert into campaign (business_id, id, name, audience, subject, message,
        discount_type, discount_value, coupon_days, is_active, revision, created_at, next_round_at)
      values (${businessId}, ${newId()}, ${terms.name}, ${sql.json(terms.audience)},
        ${terms.subject}, ${terms.message}, 'percentage', 20, 30, true, ${newId()}, now(), now())`,
  )
