/** For tests only: the app's own device code, over fake-indexeddb, against a running server. */
import type { DeviceOptions } from '#pwa/sync/create-device.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'

/** A business's person, signed in on their own browser. */
export class RealBrowser {
  readonly #installation = new Installation()
  readonly #running: TestServer
  readonly #shop: TestBusiness
  /** Lets no request reach the server. */
  isOffline = false
  /** Added to the device's clock. */
  clockMs = 0
  accountId = ''
  session: TestBrowser

  constructor(running: TestServer, shop: TestBusiness) {
    this.#running = running
    this.#shop = shop
    this.session = new TestBrowser(running.url)
  }

  async signIn(email: string): Promise<this> {
    await this.session.signIn(email)
    this.accountId = (await this.session.call('auth.user')).body.id
    return this
  }

  async open(options: Partial<DeviceOptions> = {}) {
    const view = this.session && options.identity ? options.identity.view : 'owner'
    const device = this.#installation.open({
      identity: { accountId: this.accountId, businessId: this.#shop.businessId, view },
      readAccountId: async () => this.accountId,
      now: () => Date.now() + this.clockMs,
      fetch: (input, init) => this.fetch(input, init),
      ...options,
    })
    await device.ready
    return device
  }

  readonly fetch: typeof fetch = (input, init) => {
    if (this.isOffline) return Promise.reject(new TypeError('offline'))
    const headers = new Headers(init?.headers)
    headers.set('Cookie', this.session.cookie)
    headers.set('Sec-Fetch-Site', 'same-origin')
    return fetch(this.#running.url + String(input), { ...init, headers })
  }
}
