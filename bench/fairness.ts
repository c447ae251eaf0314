/**
 * Measures how a crowd at one business, or at a public page, slows down another business's calls: a
 * hundred connections that send without a pause for eight seconds. The crowd and the product are
 * separate processes. Idle and busy rounds alternate, so that other load affects both alike.
 */
import { type Bed, makeBed, shown, withCrowd } from './crowd.ts'
import { barOfRatio, type Figure, figure } from './figure.ts'
import { inTurns, p95 } from './measure.ts'
import type { Crowd } from './stranger.ts'

const forMs = 8_000
const rounds = 3
const warmUpMs = 3_000

interface Flood extends Pick<Crowd, 'name' | 'networks'> {
  /** Signed in as the crowded business's owner. */
  isSignedIn?: boolean
}

const floods: Record<string, Flood> = {
  'strangers sign up': { name: 'customer.signUp' },
  'strangers of 50 networks sign up': { name: 'customer.signUp', networks: 50 },
  'forms without scripts': { name: 'a form without scripts' },
  'look-ups': { name: 'signUp.lookUp' },
  'customers’ cards': { name: 'customer.page' },
  'sign-up pages': { name: 'a sign-up page' },
  'customers’ pages': { name: 'a customer’s page' },
  'the landing page': { name: 'the landing page' },
  'the landing page of 50 networks': { name: 'the landing page', networks: 50 },
  'the app’s page': { name: 'the app’s page' },
  'a file of the app': { name: 'a file of the app' },
  'the API reference': { name: 'the API reference' },
  'the OpenAPI document': { name: 'the OpenAPI document' },
  readiness: { name: 'readiness' },
  'an unknown call': { name: 'an unknown call' },
  logos: { name: 'business.logo' },
  icons: { name: 'brand.appIcon' },
  'sign-ins': { name: 'auth.login' },
  pokes: { name: 'sync.pokes', isSignedIn: true },
  pulls: { name: 'sync.pull', isSignedIn: true },
  'its own devices push': { name: 'sync.push', isSignedIn: true },
}

/** `FLOODS=pokes,logos npm run bench -- fairness` measures only these. */
const chosen = (process.env.FLOODS ?? '').split(',').filter(Boolean)

export async function measure(): Promise<Figure[]> {
  const bed = await makeBed()
  const figures: Figure[] = []
  await bed.spansOfOther(warmUpMs)
  for (const [what, flood] of Object.entries(floods)) {
    if (chosen.length > 0 && !chosen.includes(what)) continue
    figures.push(await measureFlood(what, flood, bed))
  }
  return figures
}

async function measureFlood(
  what: string,
  { isSignedIn, ...flood }: Flood,
  { app, things, cookie, spansOfOther }: Bed,
): Promise<Figure> {
  const whose = isSignedIn ? { cookie } : {}
  const crowd = { ...flood, ...whose, url: app.url, things, connections: 100 }
  const { idle, busy } = await inTurns(rounds, {
    idle: () => spansOfOther(forMs),
    busy: () => withCrowd(crowd, () => spansOfOther(forMs)),
  })
  const statuses: Record<string, number> = {}
  for (const [status, count] of busy.flatMap((round) => Object.entries(round.statuses)))
    statuses[status] = (statuses[status] ?? 0) + count
  return figure(
    `another's p95 beside 100 connections: ${what} (${shown(statuses)})`,
    p95(busy.flatMap(({ found }) => found)),
    'ms',
    { beside: ['nobody else there', p95(idle.flat())], bar: barOfRatio(1.5) },
  )
}
