/**
 * One tab of a browser: the app's own device code, over a disk and a network that can be cut off.
 */
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { type DeviceIdentity, databaseName } from '#pwa/device/device-database.ts'
import { keepHintInCookie } from '#pwa/device/outbox-hint.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import type { Locks } from '#pwa/sync/run-sync.ts'
import type { TabChannel } from '#pwa/sync/tabs.ts'
import { type Disk, type Doom, Life } from './mortal-storage.ts'

/** The parts that the tabs of one browser share. */
export interface Machine {
  disk: Disk
  doom: Doom
  cookies: CookieJar
  channels: Channels
  locks: SharedLocks
  fetch: typeof fetch
  clockMs: number
  /** How far all clocks have moved on. */
  passedMs: number
  isLocked: () => boolean
  signedIn: () => string | null
}

export interface Tab {
  life: Life
  device: Device
  close(): void
}

/** @param kind a worker has no window and reads no cookies; `headless` is a window without rows */
export function openTab(
  machine: Machine,
  identity: DeviceIdentity,
  kind: 'window' | 'headless' | 'worker' = 'window',
): Tab {
  const life = new Life(machine.doom)
  const browser = new BrowserDatabase(machine.disk.of(life))
  const hint = keepHintInCookie(databaseName(identity), machine.cookies, false)
  const device = createDevice({
    identity,
    storage: machine.disk.of(life),
    browser,
    headless: kind !== 'window',
    ...(kind !== 'worker' && {
      hint: { read: hint.read, write: (of) => (life.isOver ? undefined : hint.write(of)) },
    }),
    channel: () => machine.channels.open(life),
    locks: machine.locks.of(life),
    readAccountId: async () => machine.signedIn(),
    isLocked: async () => machine.isLocked(),
    now: () => Date.now() + machine.passedMs + machine.clockMs,
    fetch: (address, init) => fetchAlive(machine, life, String(address), init),
  })
  return {
    life,
    device,
    close() {
      device.close()
      browser.close()
      machine.locks.release(life)
      life.end()
    },
  }
}

async function fetchAlive(
  machine: Machine,
  life: Life,
  address: string,
  init: RequestInit | undefined,
): Promise<Response> {
  const [path = ''] = address.split('?')
  if (!life.spend('request', path)) return never()
  const answer = await machine.fetch(address, init)
  return life.spend('answered', path) ? answer : never()
}

function never(): Promise<never> {
  return new Promise(() => {})
}

/** `document.cookie`: an assignment sets one cookie, or removes it if its age is 0. */
export class CookieJar {
  readonly #kept = new Map<string, string>()
  get cookie(): string {
    return [...this.#kept].map(([key, value]) => `${key}=${value}`).join('; ')
  }
  set cookie(text: string) {
    const [, key = '', value = '', ageSeconds] = text.match(/^([^=]+)=([^;]*); Max-Age=(\d+)/) ?? []
    if (ageSeconds === '0') this.#kept.delete(key)
    else this.#kept.set(key, value)
  }
}

/** BroadcastChannel between living tabs; messages of a dying tab are lost. */
export class Channels {
  readonly #listeners = new Map<Life, (message: unknown) => void>()

  open(life: Life): TabChannel {
    return {
      post: (message) => {
        if (life.isOver) return
        const copy = structuredClone(message)
        for (const [other, listener] of this.#listeners) {
          if (other !== life) queueMicrotask(() => other.isOver || listener(copy))
        }
      },
      listen: (listener) => {
        this.#listeners.set(life, listener)
      },
      close: () => {
        this.#listeners.delete(life)
      },
    }
  }
}

/** Web Locks: a dying tab releases its locks. */
export class SharedLocks {
  readonly #held = new Map<string, { by: Life; waiting: (() => void)[] }>()

  of(life: Life): Locks {
    return {
      request: async (name, options, work) => {
        const held = this.#held.get(name)
        if (held && options.ifAvailable) return work(null)
        if (held) await new Promise<void>((resolve) => held.waiting.push(resolve))
        this.#held.set(name, { by: life, waiting: held?.waiting ?? [] })
        try {
          return await work({ name })
        } finally {
          if (this.#held.get(name)?.by === life) this.#pass(name)
        }
      },
    }
  }

  release(life: Life): void {
    for (const [name, { by }] of this.#held) if (by === life) this.#pass(name)
  }

  #pass(name: string): void {
    const next = this.#held.get(name)?.waiting.shift()
    if (next) next()
    else this.#held.delete(name)
  }
}
