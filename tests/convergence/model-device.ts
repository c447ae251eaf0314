/**
 * One device of the model: the app's own device code over an IndexedDB that outlives it. A crash
 * stops it dead at a step: whatever it awaits never comes, and a new one opens the same disk.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import type { OperationInput } from '#pwa/sync/perform.ts'
import type { Step } from '#pwa/sync/sync-context.ts'
import type { OperationName } from '#schema/contract/operation.ts'
import { FaultyNetwork } from './faulty-network.ts'

export interface ModelIdentity {
  accountId: string
  businessId: string
  view: 'owner' | 'staff'
  cookie: string
}

const crashed = Symbol('crashed')

export class ModelDevice {
  readonly network: FaultyNetwork
  readonly identity: ModelIdentity
  readonly #disk = { indexedDB: new IDBFactory(), IDBKeyRange }
  /** Operations that a person saw as saved. */
  readonly saved = new Set<string>()
  #clockMs = 0
  #crash: { at: Step; reached: () => void } | null = null
  device: Device

  constructor(url: string, identity: ModelIdentity) {
    this.identity = identity
    this.network = new FaultyNetwork(url, identity.cookie)
    this.device = this.#open()
  }

  #open(): Device {
    const { accountId, businessId, view } = this.identity
    return createDevice({
      identity: { accountId, businessId, view },
      storage: this.#disk as never,
      fetch: this.network.fetch,
      readAccountId: async () => accountId,
      now: () => Date.now() + this.#clockMs,
      step: (step) => {
        if (this.#crash?.at !== step) return undefined
        this.#crash.reached()
        return new Promise(() => {})
      },
    })
  }

  jumpClock(ms: number): void {
    this.#clockMs += ms
  }

  /** Killed at once and opened again. */
  async restart(): Promise<void> {
    this.device.close()
    this.device = this.#open()
    await this.device.ready
  }

  async perform<Name extends OperationName>(name: Name, payload: OperationInput<Name>) {
    await this.device.ready
    const row = await this.device.perform(name, payload)
    this.saved.add(row.operationId)
    return row
  }

  /** Works until it is done or is killed at the step; then the device is opened anew. */
  async crashAt(step: Step, work: () => Promise<unknown>): Promise<void> {
    await this.device.ready
    const reached = new Promise<typeof crashed>((resolve) => {
      this.#crash = { at: step, reached: () => resolve(crashed) }
    })
    await Promise.race([reached, work().catch(() => undefined)])
    this.#crash = null
    await this.restart()
  }

  /** Rounds until nothing waits and everything is pulled. @throws when that never comes */
  async settle(): Promise<void> {
    this.network.planned.length = 0
    await this.network.deliverLate()
    for (let round = 0; round < 12; round += 1) {
      const end = await this.device.sync()
      const { pendingCount } = this.device.status.getState()
      const acknowledged = [...this.device.outbox.rows()].some(
        ({ status }) => status === 'acknowledged',
      )
      if (end.problem === null && pendingCount === 0 && !acknowledged) return
    }
    const { problem, pendingCount } = this.device.status.getState()
    throw new Error(`A device did not come to rest: ${problem}, ${pendingCount} pending`)
  }
}
