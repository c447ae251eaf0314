/**
 * A campaign to fifty thousand members, from the owner's press to the last mail: its duration, how
 * long another business waits, and that no member is reached twice although the server is killed on
 * the way. The product runs as its own process; the mail server is here.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { RunningApp } from '#tests/journeys/support/app.ts'
import { campaignTerms, TestDevice } from '#tests/support/device.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import { addBusiness } from './crowd.ts'
import { bar, type Figure, figure } from './figure.ts'
import { closing } from './measure.ts'
import { openApp, openTill } from './open-app.ts'

const recipients = 50_000
const terms = campaignTerms({ name: 'Measured' })
/** Mails that one round of the mail job may have in progress when the server is killed. */
const underWayMost = 20
/** The queued mails, plus those sent before the next round of campaigns. */
const neighborWaitsMost = 2 * serverLimits.campaignMailsAhead

const neighborsMember = 'neighbor-member@example.com'

/** How often each address got a mail. */
type Received = Map<string, number>

export async function measure(): Promise<Figure[]> {
  const received: Received = new Map()
  const post = await openPostOffice((_source, addresses) => {
    for (const address of addresses) received.set(address, (received.get(address) ?? 0) + 1)
  })
  const app = await openApp(closing(post).settings)
  const { businessId } = app
  const owner = await openTill(app)
  await fillCustomers(app, businessId, recipients)
  await app.sql`update customer set marketing_email = email like 'person%'
    where business_id = ${businessId}`
  // Old enough, and on a plan, to send this many mails a day.
  await app.sql`update business set plan = 'enterprise', created_at = now() - interval '30 days'
    where id = ${businessId}`
  const neighbor = await makeNeighbor(app)
  await app.sql`analyze`
  return await run({ app, received, owner, neighbor })
}

interface Bed {
  app: RunningApp
  received: Received
  owner: TestDevice
  neighbor: TestDevice
}

async function run({ app, received, owner, neighbor }: Bed): Promise<Figure[]> {
  // Print progress, so that an aborted run still shows how far it got.
  const reached = async (count: number) => {
    await awaitReceived(received, count)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    process.stderr.write(`${count.toLocaleString('en-US')} mails after ${seconds} s\n`)
  }
  const startedAt = performance.now()
  await createCampaign(owner)

  await reached(recipients / 5)
  const receivedBefore = received.size
  await createCampaign(neighbor)
  while (!received.has(neighborsMember)) await pause(20)
  const mailsBefore = received.size - receivedBefore

  await reached((3 * recipients) / 5)
  const killedFrom = performance.now()
  await app.kill()
  await app.start()
  // Expire the leases of mails that were in progress.
  await app.sql`update email_queue set due_at = now() where sent_at is null`
  const killedMs = performance.now() - killedFrom
  await reached(recipients)
  const seconds = (performance.now() - startedAt - killedMs) / 1000

  const twice = [...received.values()].filter((count) => count > 1).length
  const mails = (what: string, count: number, most: number) =>
    figure(what, count, 'mails', { bar: bar(most) })
  return [
    figure(`${recipients.toLocaleString('en-US')} mails, restart apart`, seconds, 's'),
    mails('mails before another business’s', mailsBefore, neighborWaitsMost),
    mails('mails twice (under way when it was killed)', twice, underWayMost),
  ]
}

async function createCampaign(owner: TestDevice): Promise<void> {
  const { body } = await owner.push(
    owner.make('campaign.create', { ...terms, campaignId: newId() }),
  )
  if (body.verdicts?.[0]?.status !== 'applied') throw new Error(JSON.stringify(body))
}

async function awaitReceived(received: Received, count: number) {
  let before = -1
  let stillSince = performance.now()
  while (received.size < count) {
    if (received.size !== before) stillSince = performance.now()
    before = received.size
    const stillMs = performance.now() - stillSince
    if (stillMs > 120_000) throw new Error(`Nothing came any more after ${before} mails`)
    await pause(500)
  }
}

/** Another business with one member. */
async function makeNeighbor(app: RunningApp): Promise<TestDevice> {
  const { businessId, ownerOfNew } = await addBusiness(app)
  await fillCustomers(app, businessId, 1)
  await app.sql`update customer set email = ${neighborsMember}, marketing_email = true
    where business_id = ${businessId}`
  await app.sql`update business set postal_address = '1 Main St, Springfield, IL 62701'
    where id = ${businessId}`
  return new TestDevice(ownerOfNew)
}
