/** For unit tests: server answers, and a fetch that plays them in order. */
import { vi } from 'vitest'
import type { CustomerPage } from '#schema/contract/customer.ts'
import type { SignUpLookup, SignUpPayload } from '#schema/contract/sign-up.ts'

export const customerId = '3f0c2b6e-58a1-4d27-9a51-0d6f2a7f9b11'
const memberId = '0199a3c0-1f00-7000-8000-000000000001'

export const lookUp: SignUpLookup = {
  business: {
    name: 'Blue Bottle',
    logoUrl: null,
    primaryColor: '#3B82F6',
    secondaryColor: '#8B5CF6',
    accentColor: '#F59E0B',
    businessType: 'restaurant_cafe',
  },
  qrCode: { locationName: 'Front counter' },
  welcome: { points: 100, discountPercent: 10 },
  rewards: [{ name: 'Free coffee', pointsRequired: 50 }],
  paused: false,
}

export const payload: SignUpPayload = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
  id: customerId,
  memberId,
}

export const page: CustomerPage = {
  customer: {
    id: customerId,
    memberId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'a•••@example.com',
    phone: null,
    points: 100,
    totalSpent: '0.00',
    createdAt: '2026-05-12T10:00:00.000Z',
  },
  business: lookUp.business,
  transactions: [],
  availableRewards: [],
  coupons: [],
  welcomeHeld: false,
}

export const welcome = {
  bonusPoints: 100,
  welcomeCoupon: 'ABCD-EFGH-JKLM',
  customer: { id: customerId },
}

export interface Asked {
  method: string
  path: string
  headers: Record<string, string>
}

type Played = { status: number; body: unknown; epoch?: string } | 'nobody' | { stranger: number }

/** Answers by method and path; the last one of a list repeats. */
export function playServer(answers: Record<string, Played[]>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = `${init.method} ${path.replace(/\?.*/, '')}`
    asked.push({ method: String(init.method), path, headers: init.headers as Asked['headers'] })
    const list = answers[name] ?? []
    const played = list.length > 1 ? list.shift() : list[0]
    if (played === undefined || played === 'nobody') throw new TypeError('Failed to fetch')
    if ('stranger' in played) return new Response('<html>', { status: played.stranger })
    const headers = { 'Regulars-Api': '1', ...(played.epoch && { 'Regulars-Epoch': played.epoch }) }
    return new Response(JSON.stringify(played.body), { status: played.status, headers })
  })
  return asked
}

export function refusal(status: number, code: string, more: object = {}): Played {
  return { status, body: { status, code, message: `The sentence of ${code}`, ...more } }
}
