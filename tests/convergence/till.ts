/**
 * The lock of the model's till: who works it, with a key that their PIN opened. The screen does the
 * same (pwa/session/till-lock.ts); here several devices share one process, so the person is known to
 * the app's code only while a button is pressed.
 */
import { createHmac } from 'node:crypto'
import { workAs } from '#pwa/sync/staff-claim.ts'
import { provedCallText, staffHeader, type TillPerson } from '#schema/contract/till.ts'
import { unlock } from '#tests/support/till.ts'
import type { FaultyNetwork } from './faulty-network.ts'
import type { Shop } from './shop.ts'

export interface Worker {
  id: string
  key: Uint8Array
  pin: string
}

export class TillLock {
  worker: Worker | null = null
  readonly #shop: Shop
  readonly #network: FaultyNetwork
  /** Kept on the till, so that people unlock it without a network. */
  #people: TillPerson[] = []

  constructor(shop: Shop, network: FaultyNetwork) {
    this.#shop = shop
    this.#network = network
  }

  lock(): void {
    this.worker = null
  }

  /** The browser lost its data. */
  forget(): void {
    this.lock()
    this.#people = []
  }

  /** Enters a person's PIN; without a network, the last PIN that this till knows. */
  async unlock(pick: number, tillId: string): Promise<void> {
    this.lock()
    await this.#refresh(tillId)
    const person = this.#people[pick % Math.max(1, this.#people.length)]
    if (!person) return
    for (const pin of this.#shop.pinsOf(person.id).toReversed()) {
      const key = await unlock(person, pin).catch(() => null)
      if (!key) continue
      this.worker = { id: person.id, key, pin }
      return
    }
    throw new Error(`No PIN of ${person.id} opens the till`)
  }

  async #refresh(tillId: string): Promise<void> {
    const answer = await this.#network.fetch('/api/sync/till-people').catch(() => null)
    const people: unknown = answer?.ok ? await answer.json().catch(() => null) : null
    if (!Array.isArray(people)) return
    this.#people = people
    this.#shop.hearPins(tillId)
  }

  /** An operation belongs to the person at the till at the press, even if a lock precedes its save. */
  press<Result>(button: () => Result): Result {
    workAs(this.worker)
    try {
      return button()
    } finally {
      workAs(null)
    }
  }

  /** The header that proves a call. */
  proofOf(method: string, path: string, at: number): Record<string, string> {
    if (!this.worker) return {}
    const text = provedCallText({ method, path, at })
    const proof = createHmac('sha256', this.worker.key).update(text).digest('base64url')
    return { [staffHeader]: `${this.worker.id}.${at}.${proof}` }
  }
}
