/**
 * Setup for measuring how one business's crowd affects another business: two businesses, one server
 * process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import sharp from 'sharp'
import { newId, newKey } from '#sync-server/rule/id.ts'
import type { RunningApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { spanMs } from './measure.ts'
import { openApp, openTill } from './open-app.ts'
import type { Crowd, CrowdThings } from './stranger.ts'

export interface Bed {
  app: RunningApp
  /** Ids of the crowded business. */
  things: CrowdThings
  /** Its owner's session. */
  cookie: string
  /** Durations of another business's calls, sent one after the other for this long. */
  spansOfOther(forMs: number): Promise<number[]>
}

export async function makeBed(): Promise<Bed> {
  const app = await openApp()
  const { admin, ownerOfNew: crowdedOwner, businessId } = await addBusiness(app)
  const params = { businessId }
  const door = { params, body: { name: 'Door' } }
  const { body: made } = await admin.call('business.createQrCode', door)
  const customerId = newKey()
  const person = signUpPayload()
  await new TestBrowser(app.url).call('customer.signUp', {
    params: { code: made.code },
    body: { ...person, id: customerId },
  })
  const { memberId } = person
  const logoId = await uploadLogo(app, admin, businessId)
  const { browser } = await openTill(app)
  const own = { businessId: app.businessId }
  const look = () => browser.call('business.customers', { params: own, query: { limit: '20' } })
  return {
    app,
    things: { ...params, brandId: businessId, code: made.code, customerId, memberId, logoId },
    cookie: crowdedOwner.cookie,
    async spansOfOther(forMs) {
      const spans: number[] = []
      const endsAt = performance.now() + forMs
      while (performance.now() < endsAt) spans.push(await spanMs(look))
      return spans
    },
  }
}

/** A business beside the demo, whose owner is signed in. */
export async function addBusiness(app: RunningApp) {
  const { email, password } = app.superAdmin
  const admin = await new TestBrowser(app.url).signIn(email, password)
  await admin.call('auth.elevate', { body: { password } })
  const { body } = await admin.call('admin.createBusiness', {
    body: { name: 'Crowded', email: `crowded-${newId()}@example.com` },
  })
  return { admin, businessId: body.id, ownerOfNew: await signInOwnerOf(app, body.id) }
}

/** Copies the demo owner's password digest, because using an invite needs mail. */
export async function signInOwnerOf(app: RunningApp, businessId: string): Promise<TestBrowser> {
  const email = `owner-${newId()}@example.com`
  await app.sql`insert into account
    (id, email, email_key, password_hash, first_name, last_name, role, business_id, created_at)
    select ${newId()}, ${email}, ${email}, password_hash, 'Cora', 'Crowd', role, ${businessId}, now()
    from account where email = ${app.owner.email}`
  return new TestBrowser(app.url).signIn(email, app.owner.password)
}

async function uploadLogo({ url }: RunningApp, { cookie }: TestBrowser, businessId: string) {
  const size = { width: 600, height: 400, channels: 3, background: '#14594a' } as const
  const picture = await sharp({ create: size }).png().toBuffer()
  const answer = await fetch(`${url}/api/business/${businessId}/logo`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'image/png', 'Sec-Fetch-Site': 'same-origin' },
    body: new Uint8Array(picture),
  })
  const { logoUrl } = (await answer.json()) as { logoUrl: string }
  return logoUrl.replace('/logo/', '')
}

/** @returns the work's result while the crowd was active, and how often each status was answered */
export async function withCrowd<Found>(
  crowd: Crowd,
  work: () => Promise<Found>,
): Promise<{ found: Found; statuses: Record<string, number> }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'bench/stranger.ts', JSON.stringify(crowd)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await once(child.stdout, 'data')
  const found = await work().finally(() => child.kill('SIGTERM'))
  await once(child, 'close')
  return { found, statuses: JSON.parse(printed.trim().split('\n').at(-1) ?? '{}') }
}

export function shown(statuses: Record<string, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
