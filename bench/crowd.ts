/** A bed for measuring what one business's crowd does to another: two businesses, one process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newId, newKey } from '#sync-server/rule/id.ts'
import type { Things } from '#tests/isolation/world.ts'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { percentile, spanMs } from './measure.ts'
import type { Crowd } from './stranger.ts'

export interface Bed {
  app: RunningApp
  /** Of the business that the crowd is at. */
  things: Partial<Things>
  /** p95 of another business's calls, one after the other. */
  otherMs(samples: number): Promise<number>
}

export async function makeBed(): Promise<Bed> {
  const app = await startApp()
  const { email, password } = app.superAdmin
  const admin = await new TestBrowser(app.url).signIn(email, password)
  await admin.call('auth.elevate', { body: { password } })
  const { body: crowded } = await admin.call('admin.createBusiness', {
    body: { name: 'Crowded', email: `crowded-${newId()}@example.com` },
  })
  const params = { businessId: crowded.id }
  const { body: made } = await admin.call('business.createQrCode', {
    params,
    body: { name: 'Door' },
  })
  const customerId = newKey()
  const memberId = newId()
  const stranger = new TestBrowser(app.url)
  const { memberId: _, ...person } = signUpPayload()
  await stranger.call('customer.signUp', {
    params: { code: made.code },
    body: { ...person, id: customerId, memberId },
  })
  const owner = await new TestBrowser(app.url).signIn(app.owner.email, app.owner.password)
  const { body: self } = await owner.call('auth.user')
  const own = { businessId: self.businessId ?? '' }
  const look = () => owner.call('business.customers', { params: own, query: { limit: '20' } })
  return {
    app,
    things: { ...params, brandId: crowded.id, code: made.code, customerId, memberId },
    async otherMs(samples) {
      const spans: number[] = []
      for (let sample = 0; sample < samples; sample += 1) spans.push(await spanMs(look))
      return percentile(spans, 0.95)
    },
  }
}

/** @returns what the work found while the crowd was there, and how often each status was answered */
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
