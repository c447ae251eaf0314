/**
 * Purchases for one member from three kinds of callers, nonstop, while their server or database is
 * killed repeatedly: a staff member's device, a till with a PIN whose unproved work the owner
 * accepts, and a device that seals its work and signs out. Repeats whatever gets no answer
 * unchanged, like a device, and remembers what was acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer, PushedOperation, SealKey } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { type Answered, TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { hearKey, sealWork } from '#tests/support/seal.ts'
import { personWithKey, prove } from '#tests/support/till.ts'

export interface Person {
  email: string
  password: string
}
export interface Place {
  url: string
  owner: Person
  staff: Person
  /** How many times work is sealed. */
  seals: number
}

export interface Outcome {
  acknowledged: number
  /** Operations that were acknowledged and are missing. */
  lost: number
  /** Stored or counted more than once. */
  doubled: number
}

/** Operations per batch of a till or seal, besides a push's maximum: they cost a proof each. */
const batchMost = 10
const busyMs = 50

export class WorkUnderLoad {
  readonly #place: Place
  readonly #memberId: string
  readonly #acknowledged = new Set<string>()
  #isStopped = false
  #failure: unknown
  #ended: Promise<unknown> = Promise.resolve()

  private constructor(place: Place, memberId: string) {
    this.#place = place
    this.#memberId = memberId
  }

  static async open(place: Place): Promise<WorkUnderLoad> {
    const member = signUpPayload()
    const work = new WorkUnderLoad(place, member.memberId)
    const device = await work.#signIn(place.staff)
    await work.#push(device, [device.make('customer.signUp', member)])
    return work
  }

  /** @returns once every caller has signed in */
  async start(): Promise<void> {
    const callers = [await this.#staff(), await this.#till(), await this.#sealing()]
    const each = callers.map(async (work) => {
      while (!this.#isStopped) await work()
    })
    this.#ended = Promise.all(each).catch((error: unknown) => {
      this.#failure = error
      this.#isStopped = true
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

  async #staff(): Promise<() => Promise<void>> {
    const device = await this.#signIn(this.#place.staff)
    return async () => {
      const made = this.#makePurchases(device, limits.pushOperations)
      await this.#push(device, made)
      this.#remember(made)
    }
  }

  /** Leaves the proof out of the first purchase of each batch, which then waits for the owner. */
  async #till(): Promise<() => Promise<void>> {
    const { owner, staff } = this.#place
    const { browser: ownerBrowser } = await this.#signIn(owner)
    const { body: self } = await repeat(() => ownerBrowser.call('auth.user'))
    const params = { businessId: self.businessId ?? '' }
    const till = await this.#signIn(owner)
    const enroll = { params, body: { name: 'Loaded till' } }
    await repeat(() => till.browser.call('business.enrollTill', enroll))
    const { browser: staffBrowser } = await this.#signIn(staff)
    const { person, key } = await personWithKey(staffBrowser, till)
    till.browser.staff = { id: person.id, key }
    return async () => {
      const [unproved, ...rest] = this.#makePurchases(till, batchMost)
      if (!unproved) return
      const sent = [unproved, ...rest.map((operation) => prove(operation, person.id, key))]
      await this.#push(till, sent, [unproved.operationId])
      const body = { accept: true, operationIds: [unproved.operationId] }
      await repeat(() => ownerBrowser.call('business.decideParked', { params, body }))
      this.#remember(sent)
    }
  }

  /**
   * A session and outbox for each seal, signed in beforehand: a sign-in that a kill cuts counts as a
   * wrong try. The owner's device hands the seals in.
   */
  async #sealing(): Promise<() => Promise<void>> {
    const { browser: ownerBrowser } = await this.#signIn(this.#place.owner)
    const ready: { device: TestDevice; key: SealKey }[] = []
    for (let count = 0; count < this.#place.seals; count += 1) {
      const device = await this.#signIn(this.#place.staff)
      ready.push({ device, key: await hearKey(device) })
    }
    return async () => {
      const next = ready.pop()
      if (!next) return pause(busyMs)
      const { device, key } = next
      const operations = this.#makePurchases(device, batchMost)
      const { outboxId } = device
      const sealed = [await sealWork({ key, outboxId, operations })]
      await repeat(() => device.browser.call('auth.logout'))
      const { body } = await repeat(() =>
        ownerBrowser.call('sync.handSealed', { body: { sealed } }),
      )
      if (body.outcomes[0] !== 'taken') throw new Error(`A seal was not taken: ${body.outcomes}`)
      this.#remember(operations)
    }
  }

  async #signIn({ email, password }: Person): Promise<TestDevice> {
    const browser = new TestBrowser(this.#place.url)
    await repeat(() => browser.call('auth.login', { body: { email, password } }))
    return new TestDevice(browser)
  }

  #makePurchases(device: TestDevice, most: number): PushedOperation[] {
    const length = 1 + Math.floor(Math.random() * most)
    return Array.from({ length }, () =>
      device.make('purchase.record', {
        purchaseId: newId(),
        memberId: this.#memberId,
        amount: '1.00',
        note: null,
      }),
    )
  }

  #remember(operations: PushedOperation[]): void {
    for (const { payload } of operations) {
      this.#acknowledged.add((payload as { purchaseId: string }).purchaseId)
    }
  }

  /** @throws if a verdict is neither `applied` nor, where it is expected, `parked` */
  async #push(device: TestDevice, operations: PushedOperation[], parked: string[] = []) {
    const answer = await repeat(() => device.push(...operations))
    const wrong = answer.body.verdicts.filter(({ operationId, status }) =>
      parked.includes(operationId) ? status === 'refused' : status !== 'applied',
    )
    if (wrong.length > 0) throw new Error(`A push was not taken: ${JSON.stringify(wrong)}`)
  }

  count(answers: PullAnswer[]): Outcome {
    const mine = ({ memberId }: { memberId: string }) => memberId === this.#memberId
    const purchases = answers.flatMap(({ rows }) => rows.purchase ?? []).filter(mine)
    const points = answers.flatMap(({ rows }) => rows.pointsEntry ?? []).filter(mine)
    const there = purchases.map(({ id }) => id)
    const distinct = new Set(there)
    const lost = [...this.#acknowledged].filter((id) => !distinct.has(id)).length
    const earned = points.filter(({ reason }) => reason === 'purchase').length
    const customers = answers.flatMap(({ rows }) => rows.customer ?? [])
    const member = customers.findLast(({ id }) => id === this.#memberId)
    const spent = Math.round(Number(member?.totalSpent))
    return {
      acknowledged: this.#acknowledged.size,
      lost,
      doubled: Math.max(there.length - distinct.size, earned - there.length, spent - there.length),
    }
  }
}

/** Repeats a call until the server answers it. @throws if it refuses */
async function repeat<Body>(ask: () => Promise<Pick<Answered<Body>, 'status' | 'body'>>) {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer && answer.status < 400) return answer
    if (answer && answer.status < 500) {
      throw new Error(`A call was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    // Leave the machine to the restarting process.
    await pause(busyMs)
  }
}

/** Everything that a new device receives. */
export async function pullEverything({
  url,
  staff,
}: Pick<Place, 'url' | 'staff'>): Promise<PullAnswer[]> {
  const browser = await new TestBrowser(url).signIn(staff.email, staff.password)
  return new TestDevice(browser).pull()
}
