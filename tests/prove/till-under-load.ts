/**
 * A till that records purchases nonstop while its server or database is killed repeatedly, and
 * remembers which were acknowledged. Resends an unanswered push unchanged, like a device.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer, PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'

export interface Outcome {
  acknowledged: number
  /** Acknowledged but missing. */
  lost: number
  /** Stored or counted more than once. */
  doubled: number
}

export class TillUnderLoad {
  readonly #device: TestDevice
  readonly #memberId: string
  readonly #acknowledged = new Set<string>()
  #isStopped = false
  #failure: unknown
  #ended: Promise<void> = Promise.resolve()

  private constructor(device: TestDevice, memberId: string) {
    this.#device = device
    this.#memberId = memberId
  }

  static async open(url: string, who: { email: string; password: string }): Promise<TillUnderLoad> {
    const device = new TestDevice(await new TestBrowser(url).signIn(who.email, who.password))
    const member = signUpPayload()
    const till = new TillUnderLoad(device, member.memberId)
    await till.#hand([device.make('customer.signUp', member)])
    return till
  }

  start(): void {
    this.#ended = this.#work().catch((error: unknown) => {
      this.#failure = error
    })
  }

  /** Acknowledged so far. @throws the failure that stopped it */
  get acknowledged(): number {
    if (this.#failure) throw this.#failure
    return this.#acknowledged.size
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#ended
    if (this.#failure) throw this.#failure
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      // From a single purchase up to as many as a push may carry.
      const length = 1 + Math.floor(Math.random() * limits.pushOperations)
      const purchases = Array.from({ length }, () => ({
        purchaseId: newId(),
        memberId: this.#memberId,
        amount: '1.00',
        note: null,
      }))
      await this.#hand(purchases.map((purchase) => this.#device.make('purchase.record', purchase)))
      for (const { purchaseId } of purchases) this.#acknowledged.add(purchaseId)
    }
  }

  /** Retries until every verdict has arrived. @throws if one isn't `applied` */
  async #hand(operations: PushedOperation[]): Promise<void> {
    for (;;) {
      const answer = await this.#device.push(...operations).catch(() => null)
      if (answer === null || answer.status >= 500) {
        // Leave the machine to the restarting process.
        await pause(50)
        continue
      }
      const verdicts = answer.body.verdicts ?? []
      if (answer.status === 200 && verdicts.every(({ status }) => status === 'applied')) return
      throw new Error(`A push was not applied: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }

  count(answers: PullAnswer[]): Outcome {
    const mine = ({ memberId }: { memberId: string }) => memberId === this.#memberId
    const purchases = answers.flatMap(({ rows }) => rows.purchase ?? []).filter(mine)
    const points = answers.flatMap(({ rows }) => rows.pointsEntry ?? []).filter(mine)
    const there = purchases.map(({ id }) => id)
    const distinct = new Set(there)
    const lost = [...this.#acknowledged].filter((id) => !distinct.has(id)).length
    const earned = points.filter(({ reason }) => reason === 'purchase').length
    const member = answers.flatMap(({ rows }) => rows.customer ?? []).find(isMember(this.#memberId))
    const spent = Math.round(Number(member?.totalSpent))
    return {
      acknowledged: this.#acknowledged.size,
      lost,
      doubled: Math.max(there.length - distinct.size, earned - there.length, spent - there.length),
    }
  }
}

/** Everything that a new device receives. */
export async function pullEverything(
  url: string,
  who: { email: string; password: string },
): Promise<PullAnswer[]> {
  return new TestDevice(await new TestBrowser(url).signIn(who.email, who.password)).pull()
}

function isMember(memberId: string) {
  return ({ id }: { id: string }) => id === memberId
}
