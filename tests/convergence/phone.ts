/**
 * A visitor's phone of the model: the visitor's own outbox and its drain, over a disk and a network
 * that can be cut off. Only one exists at a time in this process, because the code has one
 * database.
 */

import './phone-disk.ts'

import { CallRefused } from '#pwa/api/request.ts'
import { database, type OutboxRow } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import { refreshPage } from '#pwa/visitor/pages.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import { idFrom, newId, newKey } from '#sync-server/rule/id.ts'
import type { Book, Saved } from './book.ts'
import type { FaultyNetwork } from './faulty-network.ts'
import { type Death, Disk, Doom, Life } from './mortal-storage.ts'
import { insertDisk } from './phone-disk.ts'
import { addressOf, type Shop } from './shop.ts'

interface Redeemed {
  couponId: string
  memberId: string
}

export class ModelPhone {
  readonly network: FaultyNetwork
  readonly #shop: Shop
  readonly #book: Book
  readonly #disk = new Disk()
  readonly #doom = new Doom()
  readonly #fetch = globalThis.fetch
  #life = new Life(this.#doom)

  constructor(of: { shop: Shop; book: Book; network: FaultyNetwork }) {
    this.#shop = of.shop
    this.#book = of.book
    this.network = of.network
  }

  /** From here on, this process acts as this phone. */
  async open(): Promise<void> {
    this.#life = new Life(this.#doom)
    const life = this.#life
    insertDisk(this.#disk.of(life), () => life.isOver)
    globalThis.fetch = (address, init) => {
      const path = String(address)
      if (!path.startsWith('/')) return this.#fetch(address, init)
      return this.#send(life, path, init)
    }
    await database.open()
  }

  /** A dead phone's requests fail, so that its code ends too. */
  async #send(life: Life, path: string, init?: RequestInit): Promise<Response> {
    const [about = ''] = path.replaceAll(/[0-9a-f-]{36}|signup\/\w+/g, '_').split('?')
    if (!life.spend('request', about)) throw new TypeError('the phone is off')
    const answer = await this.network.fetch(path, init)
    if (!life.spend('answered', about)) throw new TypeError('the phone is off')
    return answer
  }

  close(): void {
    this.#life.end()
    database.close()
    globalThis.fetch = this.#fetch
  }

  /** @returns the member id that the business's devices use */
  async signUp(person: number): Promise<string> {
    const [operationId, customerId, memberId] = [newId(), newKey(), newId()]
    const { businessId, code } = this.#shop
    const payload = {
      id: customerId,
      memberId,
      firstName: 'Model',
      lastName: `Visitor ${person}`,
      email: addressOf(person, businessId),
      marketingEmailConsent: false,
      marketingSmsConsent: false,
      pushNotificationConsent: false,
      termsAccepted: true,
      privacyPolicyAccepted: true,
    }
    const name = 'customer.signUp' as const
    const key = { operationId, customerId, memberId }
    await this.#keep({ name, code, ...key, payload, answer: null, till: false }, () => ({
      name,
      payload,
      operationId: idFrom(businessId, `POST /api/signup/${code}`, operationId),
    }))
    return memberId
  }

  /** Redeems from a card that this phone has open. */
  async redeem(pick: number): Promise<Redeemed | null> {
    const opened = await this.#cardAt(pick)
    const offered = opened?.card.page.availableRewards ?? []
    const reward = offered[pick % Math.max(1, offered.length)]
    if (!opened || !reward) return null
    const { signUp } = opened
    const { customerId, memberId } = signUp
    const [rewardId, pointsSeen] = [reward.id, reward.pointsRequired]
    const operationId = newId()
    const name = 'reward.redeem' as const
    const payload = { rewardId, pointsSeen }
    const asked = { operationId, customerId, payload }
    const row = { name, ...asked, rewardName: reward.name, couponCode: null }
    const scope = `POST /api/customer/${memberId}/redeem/${rewardId}`
    const couponId = idFrom('coupon', memberId, rewardId, operationId)
    await this.#keep(row, () => {
      return {
        name,
        payload: { couponId, memberId, rewardId, pointsSeen },
        operationId: idFrom(this.#shop.businessId, scope, operationId),
      }
    })
    return { couponId, memberId }
  }

  async #keep(
    row: Parameters<typeof addRow>[0],
    asked: () => Pick<Saved, 'operationId' | 'name' | 'payload'>,
  ): Promise<void> {
    await addRow(row).catch((error: unknown) => this.#diedOr(error))
    const kept = (await this.#rowsOnDisk()).some((each) => each.operationId === row.operationId)
    if (kept) this.#book.add({ ...asked(), key: row.operationId })
  }

  async drain(): Promise<void> {
    await drainOutbox().catch((error: unknown) => this.#diedOr(error))
  }

  #diedOr(error: unknown): void {
    if (!this.#life.isOver) throw error
  }

  /** Switches off at one of the next effects of the work, and on again. */
  async crash(effects: number, work: () => Promise<void>): Promise<Death | null> {
    let struck: Death | null = null
    void this.#doom.plan(effects).then((death) => {
      struck = death
    })
    await work()
    this.#doom.avert()
    if (struck) await this.#restart()
    return struck
  }

  async #restart(): Promise<void> {
    database.close()
    await this.open()
  }

  async rows(): Promise<OutboxRow[]> {
    return database.operations.orderBy('seq').toArray()
  }

  async #rowsOnDisk(): Promise<OutboxRow[]> {
    if (this.#life.isOver) await this.#restart()
    return this.rows()
  }

  /** Lists the work that this phone can send again to a restored server, by its ids in the book. */
  async heldForResending(): Promise<string[]> {
    const keys = new Set(
      (await this.#rowsOnDisk())
        .filter(({ status }) => status !== 'refused')
        .map((row) => row.operationId),
    )
    return [...this.#book.operations.values()]
      .filter(({ key }) => key !== null && keys.has(key))
      .map(({ operationId }) => operationId)
  }

  /**
   * True if the book requires the phone to hold it: a phone keeps work that counts, as long as its
   * card is not ended.
   */
  mustHold(operationId: string, status: string): boolean {
    const saved = this.#book.operations.get(operationId)
    if (!saved?.key || this.#book.met.has(saved.payload.memberId)) return false
    // Staff may have met the member into whom this one was joined.
    const { met, operations } = this.#book
    const joins = [...operations.values()].some((each) => each.name === 'customer.join')
    if (joins && met.size > 0) return false
    return status === 'applied' || status === 'parked'
  }

  /** @returns a card that this phone has open, and the sign-up that made it */
  async #cardAt(pick: number) {
    const cards = await database.pages.orderBy('customerId').toArray()
    const card = cards[pick % Math.max(1, cards.length)]
    const signUp = (await this.rows()).find(
      (row) => row.name === 'customer.signUp' && row.customerId === card?.customerId,
    )
    return card && signUp?.name === 'customer.signUp' ? { card, signUp } : null
  }

  async cardMember(pick: number): Promise<string | undefined> {
    return (await this.#cardAt(pick))?.signUp.memberId
  }

  /** The cards that the server still shows. */
  async readCards(): Promise<CustomerPage[]> {
    const kept = await database.pages.toArray()
    const read = await Promise.all(kept.map(({ customerId }) => openCard(customerId)))
    return read.flatMap((each) => each?.page ?? [])
  }

  /** The person opens every card, including one whose page was lost when the phone died. */
  async #look(): Promise<void> {
    const pages = (await database.pages.toArray()).map(({ customerId }) => customerId)
    const joined = (await this.rows()).flatMap((row) =>
      row.name === 'customer.signUp' && row.status === 'applied' ? [row.customerId] : [],
    )
    for (const customerId of new Set([...pages, ...joined])) {
      await openCard(customerId).catch((error: unknown) => this.#diedOr(error))
    }
  }

  /** Drains until everything is sent, skipping the delays that the server asked for. */
  async settle(): Promise<void> {
    this.network.planned.length = 0
    await this.network.deliverLate()
    for (let round = 0; round < 8; round += 1) {
      await this.#look()
      await database.operations.toCollection().modify({ retryAt: 0 })
      await this.drain()
      const rows = await this.rows()
      if (rows.every(({ status }) => ['applied', 'refused', 'parked'].includes(status))) return
    }
    throw new Error('A phone did not come to rest')
  }
}

/** How often a server that is busy is asked again, as after a killed database. */
const triesMax = 8

async function openCard(customerId: string): ReturnType<typeof refreshPage> {
  for (let triesLeft = triesMax; triesLeft > 0; triesLeft -= 1) {
    try {
      return await refreshPage(customerId)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.status < 500) throw error
    }
  }
  return refreshPage(customerId)
}
