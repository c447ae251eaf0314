/**
 * Somebody who copies a seal's ticket from a browser and makes a seal of their own with it. The
 * oracle knows from the model's own clocks and people when such a seal must wait for the owner.
 */
import { CompactEncrypt, importJWK } from 'jose'
import type { SealKey } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Book, Saved } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import { firstRule } from './expected.ts'
import type { Person, Shop } from './shop.ts'
import type { Tally } from './tally.ts'
import { ask } from './wire.ts'

interface Stolen extends SealKey {
  outboxId: string
  owner: Person
  cookie: string
  passedMs: number
}

export class Thief {
  readonly #tickets: Stolen[] = []
  /** Outboxes of seals that were handed in, and how often their devices had pushed by then. */
  readonly #usedAt = new Map<string, number>()
  readonly #url: string
  readonly #shop: Shop
  readonly #book: Book
  readonly #tally: Tally

  constructor(of: { url: string; shop: Shop; book: Book; tally: Tally }) {
    this.#url = of.url
    this.#shop = of.shop
    this.#book = of.book
    this.#tally = of.tally
  }

  knows(outboxId: string): boolean {
    return this.#tickets.some((stolen) => stolen.outboxId === outboxId)
  }

  async steal(browser: ModelBrowser): Promise<void> {
    const { person } = browser
    if (person.isTill || person.isWithdrawn) return
    const outboxId = await browser.outboxId()
    const { cookie } = browser.network
    const answer = await this.#call('GET', `/api/sync/seal-key?outboxId=${outboxId}`, cookie)
    if (!answer?.ok) return
    const key = (await answer.json()) as SealKey
    const { passedMs } = this.#shop
    this.#tickets.push({ ...key, outboxId, owner: person, cookie, passedMs })
  }

  /** Hands in a seal made with the latest ticket, or any other, in somebody else's session. */
  async use(pick: number, members: string[], which = -1): Promise<void> {
    const stolen = this.#tickets.at(which % Math.max(1, this.#tickets.length))
    const memberId = members[0]
    if (!stolen || !memberId) return
    const others = this.#shop.people.filter(
      ({ accountId, isWithdrawn }) => !isWithdrawn && accountId !== stolen.owner.accountId,
    )
    // Staff hand in what only an owner may ask for.
    const isAdjustment = stolen.owner.view === 'owner' && pick % 2 === 0
    const staff = others.filter(({ view }) => view === 'staff')
    const possible = isAdjustment && staff.length > 0 ? staff : others
    const someone = possible[pick % Math.max(1, possible.length)]
    if (!someone) return
    const bearer = await this.#shop.renew(someone)
    const outbox = await this.#shop.outbox(stolen.outboxId)
    const seq = pick % 5 === 0 && outbox ? 1 : (outbox?.nextSeq ?? 1) + 3
    const operationId = newId()
    const saved = isAdjustment
      ? {
          name: 'points.adjust' as const,
          payload: { memberId, points: 25, acceptDebt: false, reason: 'By a thief' },
        }
      : {
          name: 'purchase.record' as const,
          payload: { purchaseId: newId(), memberId, amount: '77.00', ruleId: firstRule },
        }
    const pushes = this.#book.pushes.get(stolen.outboxId) ?? 0
    const isSealed = outbox?.isSealed || this.#usedAt.get(stolen.outboxId) === pushes
    const isUsed = outbox !== null && (isSealed || (seq === 1 && outbox.nextSeq > 1))
    this.#note({ operationId, ...saved }, stolen, { bearer, isAdjustment, isUsed })
    const madeAt = new Date(Date.now() + this.#shop.passedMs).toISOString()
    const v = isAdjustment ? 1 : 2
    const sealed = await seal(stolen, {
      outboxId: stolen.outboxId,
      deviceNow: madeAt,
      operations: [{ operationId, seq, v, madeAt, ...saved }],
    })
    const body = JSON.stringify({ sealed: [sealed] })
    const answer = await this.#call('POST', '/api/sync/sealed', bearer.cookie, body)
    if (!answer?.ok) return
    this.#tally.add('used a copied ticket')
    // A push of the outbox's own device lets it be sealed another time.
    if (!this.#book.mustWait.has(operationId)) this.#usedAt.set(stolen.outboxId, pushes)
  }

  #note(
    saved: Pick<Saved, 'operationId' | 'name' | 'payload'>,
    { owner, cookie, passedMs }: Stolen,
    of: { bearer: Person; isAdjustment: boolean; isUsed: boolean },
  ): void {
    const { accountId } = owner
    const now = this.#shop.passedMs
    const claimedMs = Date.now() + now
    this.#book.add({ ...saved, by: accountId, device: accountId, claimedMs, passedMs: now })
    // It may not get through, and no device shows it.
    this.#book.lost.add(saved.operationId)
    const endedAt = this.#shop.endedAt.get(cookie)
    const isLiving = endedAt === undefined && now === passedMs
    const isLater = endedAt !== undefined && now > endedAt
    const mayNot = of.isAdjustment && of.bearer.view === 'staff'
    if (!(isLiving || isLater || mayNot || of.isUsed)) return
    this.#book.mustWait.add(saved.operationId)
    this.#tally.add('copied a ticket that proves nothing')
  }

  #call(method: string, path: string, cookie: string, body?: string): Promise<Response | null> {
    const json = body !== undefined && { 'Content-Type': 'application/json' }
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...json }
    return ask(this.#url + path, { method, headers, body }).catch(() => null)
  }
}

async function seal({ publicKey, ticket }: SealKey, push: object): Promise<string> {
  const content = JSON.stringify({ ticket, sealingId: newId(), push })
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(publicKey, 'ECDH-ES'))
}
