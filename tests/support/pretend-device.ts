/**
 * For tests only: devices over fake-indexeddb, with their own installation's channels and locks.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { v7 } from 'uuid'
import { createDevice, type Device, type DeviceOptions } from '#pwa/sync/create-device.ts'
import type { Locks } from '#pwa/sync/run-sync.ts'
import type { OpenChannel } from '#pwa/sync/tabs.ts'

export const businessId = '00000000-0000-4000-8000-00000000000b'
export const accountId = '00000000-0000-4000-8000-00000000000a'

/** One browser on one machine: the parts that its tabs share. */
export class Installation {
  readonly indexedDB = new IDBFactory()
  /** The waiters for each held lock. */
  readonly #held = new Map<string, (() => void)[]>()
  readonly #channels = new Map<string, Set<(message: unknown) => void>>()

  readonly channel: OpenChannel = (name) => {
    const all = this.#channels.get(name) ?? new Set()
    this.#channels.set(name, all)
    let own: ((message: unknown) => void) | null = null
    return {
      post: (message) => {
        const copy = structuredClone(message)
        for (const each of all) if (each !== own) queueMicrotask(() => each(copy))
      },
      listen: (listener) => {
        own = listener
        all.add(listener)
      },
      close: () => {
        if (own) all.delete(own)
      },
    }
  }

  readonly locks: Locks = {
    request: async (name, options, work) => {
      const waiting = this.#held.get(name)
      if (waiting && options.ifAvailable) return work(null)
      if (waiting) await new Promise<void>((resolve) => waiting.push(resolve))
      else this.#held.set(name, [])
      try {
        return await work({ name })
      } finally {
        const next = this.#held.get(name)?.shift()
        if (next) next()
        else this.#held.delete(name)
      }
    },
  }

  open(options: Partial<DeviceOptions> & Pick<DeviceOptions, 'fetch'>): Device {
    return createDevice({
      identity: { accountId, businessId, view: 'owner' },
      storage: { indexedDB: this.indexedDB, IDBKeyRange },
      locks: this.locks,
      channel: this.channel,
      readAccountId: async () => accountId,
      newId: () => v7(),
      ...options,
    })
  }
}

/** Waits until messages between tabs and their effects have settled. */
export async function settled(device: Device): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    await device.context.loader?.refreshOutbox()
  }
}
