/**
 * Shared by the campaign tests: a business whose owner creates campaigns, members who join it, and
 * the mail server that receives what they send.
 */
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { CampaignTerms } from '#schema/contract/campaign.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { openPostOffice } from '#tests/support/mail.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

export let received: { mail: Email; headers: Map<string, string> }[] = []
let isDown = false
let refused: string | null = null
/** The mail server answers every recipient with 550 and this message, until it is null. */
export function refuseMailbox(message: string | null): void {
  refused = message
}
/** Takes the mail server down, or up again. */
export function setDown(down: boolean): void {
  isDown = down
}
let postOffice: Awaited<ReturnType<typeof openPostOffice>>

export let running: TestServer
export let shop: TestBusiness
export let owner: TestDevice
export const visitor = () => new TestBrowser(running.url)

/** A server with its own mail server, and a fresh business without campaigns for each test. */
export function setUpCampaigns(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    postOffice = await openPostOffice(
      async (source) => {
        const mail = await PostalMime.parse(source)
        const headers = mail.headers.map(({ key, value }) => [key, value] as const)
        received.push({ mail, headers: new Map(headers) })
      },
      {
        onConnect: (_session, done) => done(isDown ? new Error('down') : null),
        onRcptTo: (_address, _session, done) =>
          done(refused ? Object.assign(new Error(refused), { responseCode: 550 }) : null),
      },
    )
    running = await startTestServer({ ...postOffice.settings, ...settings })
  })
  beforeEach(async () => {
    received = []
    isDown = false
    await running.sql`update campaign set is_active = false`
    await forgetMails()
    await openShop()
  })
  afterAll(async () => {
    await running.close()
    await postOffice.close()
  })
}

/** Opens another business; its owner makes all later calls. */
export async function openShop(
  changes: Parameters<typeof createTestBusiness>[1] = {},
): Promise<void> {
  shop = await createTestBusiness(running, changes)
  await signInAgain()
}

/** Sessions expire during the days that a test skips. */
export async function signInAgain(): Promise<void> {
  owner = new TestDevice(await visitor().signIn(shop.ownerEmail))
}

export const forgetMails = () => running.sql`delete from email_queue`
/** Marks all mails as sent without sending them, which would take long. */
export const passMailsOn = () =>
  running.sql`update email_queue set sent_at = now() where sent_at is null`
export function forgetReceived(): void {
  received = []
}

export async function create(changes: Partial<CampaignTerms> = {}) {
  const campaignId = newId()
  const operation = owner.make('campaign.create', { ...campaignTerms(changes), campaignId })
  const [verdict] = (await owner.push(operation)).body.verdicts
  expect(verdict).toMatchObject({ status: 'applied' })
  return { campaignId, revision: operation.operationId }
}

export async function change(seen: { campaignId: string; revision: string }, changes: object) {
  const operation = owner.make('campaign.change', { ...seen, changes })
  const [verdict] = (await owner.push(operation)).body.verdicts
  return { ...verdict, campaignId: seen.campaignId, revision: operation.operationId }
}

/** Signs up a member who agreed to marketing mails, unless overridden. */
export async function join(changes: Parameters<typeof signUpPayload>[0] = {}) {
  const person = signUpPayload({ marketingEmailConsent: true, ...changes })
  const customerId = newKey()
  const body = { ...person, id: customerId }
  const answer = await visitor().call('customer.signUp', { params: { code: shop.code }, body })
  expect(answer.status).toBe(201)
  return { ...person, customerId, params: { customerId } }
}
export const buy = (memberId: string, amount: string) =>
  owner.push(owner.make('purchase.record', { purchaseId: newId(), memberId, amount }))

export const run = () => runCampaigns(running.server)
export const campaignOf = async (campaignId: string) => {
  const params = { businessId: shop.businessId }
  const { body } = await owner.browser.call('business.campaigns', { params })
  return body.campaigns.find(({ id }) => id === campaignId)
}
export const couponsOf = async ({ params }: { params: { customerId: string } }) => {
  const { body } = await visitor().call('customer.page', { params })
  return body.coupons.filter(({ source }) => source === 'campaign')
}
export const preview = async (audience: object) =>
  (
    await owner.browser.call('business.previewCampaign', {
      params: { businessId: shop.businessId },
      body: { audience },
    })
  ).body
/** Inserts many people, without the cost of signing each of them up. */
export async function fill(count: number): Promise<void> {
  await running.sql`
    insert into customer (business_id, id, first_name, last_name, email, email_key, mailbox_key,
      marketing_email, welcome, address_proved_at, created_at, version)
    select ${shop.businessId}, gen_random_uuid(), 'Person', n::text, n || '@example.com',
      n || '@example.com', n || '@example.com', true, 'refused', now(), now(), 0
    from generate_series(1, ${count}::int) n`
  await running.sql`update business_version set members = members + ${count}
    where business_id = ${shop.businessId}`
}
export async function countRecipients() {
  const [row] = await running.sql<{ recipients: number; members: number; mails: number }[]>`
    select count(*)::int as recipients, count(distinct r.member_id)::int as members,
      (select count(*)::int from email_queue where kind = 'offer') as mails
    from campaign_recipient r join coupon k on k.business_id = r.business_id
      and k.id = r.coupon_id and k.member_id = r.member_id
    where r.business_id = ${shop.businessId}`
  return row ?? { recipients: 0, members: 0, mails: 0 }
}
export const expectAddsUp = async () =>
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
