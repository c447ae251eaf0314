/**
 * For tests only: a device and its server, which a test can replace by an older one, and whose clock
 * it can move.
 */
import { v7 } from 'uuid'
import type { DeviceOptions } from '#pwa/sync/create-device.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

export const newPurchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })

export const startedAt = Date.parse('2026-11-21T09:00:00Z')

export async function setUp() {
  let server = new PretendServer()
  const installation = new Installation()
  let now = startedAt
  const network = { fetch: ((input, init) => server.fetch(input, init)) as typeof fetch }
  const open = (more: Partial<DeviceOptions> = {}) =>
    installation.open({
      fetch: (input, init) => network.fetch(input, init),
      now: () => now,
      ...more,
    })
  const device = open()
  await device.ready
  return {
    device,
    network,
    server: () => server,
    restore: (older: PretendServer) => {
      server = older
    },
    pass: (ms: number) => {
      now += ms
    },
    open,
  }
}

export const bo = {
  firstName: 'Bo',
  lastName: 'Castellan',
  email: 'bo@example.com',
  phone: null,
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
}
