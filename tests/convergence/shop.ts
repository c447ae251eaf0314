/**
 * One business of the model with its owner and two staff members, and external changes: people come
 * and go, it is paused and resumed, rewards change, the server loses numbers.
 */
import type postgres from 'postgres'
import { insertAccount } from '#sync-server/accounts/account.ts'
import { beginSession } from '#sync-server/accounts/account-sessions.ts'
import { keepAllUp } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createTestShop, type TestServer, type TestShop } from '#tests/support/server.ts'

import { type BackUp, backUp, restore } from './back-up.ts'
import { plainTerms, type RewardFact, type Trusted, type TrustFact } from './rewards.ts'

export interface Person {
  accountId: string
  view: 'owner' | 'staff'
  cookie: string
  isWithdrawn: boolean
  isTill: boolean
}

/** PINs that may be chosen, one after the other. */
const pins = ['271828', '314159', '161803', '141421', '662607', '602214']

/** A reward that comes and goes without operations, leaving a tombstone. */
export const spareName = 'Tea'

/** The fourth and fifth share the mailboxes of the first and second, so their welcomes are held. */
export function addressOf(person: number, businessId: string): string {
  const tag = person === 3 || person === 4 ? '+again' : ''
  return `person-${person % 3}${person === 5 ? 'b' : ''}-${businessId}${tag}@example.com`
}

export function mailboxOf(email: unknown): string {
  return String(email).replace('+again', '')
}

interface Pause {
  after: number
  /** Null while still paused. */
  through: number | null
}

/** An operation that the server has judged. */
interface Known {
  operationId: string
  status: string
  /** The member that a sign-up found. */
  metId: string | null
}

type Role = 'business_admin' | 'staff' | 'super_admin'

/** Opens a session without a password, since hashing one takes longer than a schedule. */
async function signIn({ server }: TestServer, id: string, role: Role): Promise<string> {
  const by = { kind: 'visitor', network: '127.0.0.1', userAgent: 'Model' } as const
  const { clock, config } = server
  const begun = await server.doors.platform((db) =>
    beginSession({ id, role }, { db, by, now: clock.now(), config }),
  )
  return `session=${begun.token}`
}

async function hire(running: TestServer, role: Role, businessId: string | null): Promise<string> {
  const { server } = running
  const names = { firstName: 'Model', lastName: role, role, businessId }
  const email = `${newId()}@example.com`
  const id = await server.doors.platform((db) =>
    insertAccount(db, { ...names, email }, 'nobody signs in with it', server.clock.now()),
  )
  if (!id) throw new Error('The address was taken')
  return id
}

/** An owner's device becomes the till. */
async function enroll(
  running: TestServer,
  businessId: string,
): Promise<Pick<Person, 'accountId' | 'cookie'>> {
  const owner = await persist(() => hire(running, 'business_admin', businessId))
  const browser = new TestBrowser(running.url)
  browser.cookie = await persist(() => signIn(running, owner, 'business_admin'))
  const { status, body } = await untilServed(() =>
    browser.call('business.enrollTill', { params: { businessId }, body: { name: 'Front' } }),
  )
  if (status !== 201) throw new Error(`The till was not enrolled: ${status}`)
  return { accountId: body.id, cookie: browser.cookie }
}

/** The super admin, who pauses and resumes businesses. */
export async function hireSuperAdmin(running: TestServer): Promise<TestBrowser> {
  const id = await hire(running, 'super_admin', null)
  const browser = new TestBrowser(running.url)
  browser.cookie = await signIn(running, id, 'super_admin')
  await running.sql`
    update session set elevated_until = now() + interval '1 day' where account_id = ${id}`
  return browser
}

/** Retries: a recently killed database may cost the next statement its connection. */
export async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let triesLeft = 3; triesLeft > 0; triesLeft -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!/CONNECTION|ECONNRESET|EPIPE|terminat/.test(String(error))) throw error
    }
  }
  return work()
}

export class Shop {
  readonly businessId: string
  readonly rewardId: string
  readonly code: string
  readonly people: Person[] = []
  readonly rewardFacts: RewardFact[] = []
  readonly trustFacts: TrustFact[] = [{ version: 0, limits: null }]
  /** Every coupon whose code a customer showed, by that code; a restored server may lose some. */
  readonly shown = new Map<string, { id: string; digest: string }>()
  /** Version ranges in which no operation may have been applied. */
  readonly pauses: Pause[] = []
  /** The version after which an account's operations need the owner's acceptance. */
  readonly withdrawals = new Map<string, number>()
  /** Cookies of sessions that their person ended from another device, with the version then. */
  readonly revokedAt = new Map<string, number>()
  /** Cookies of sessions that were signed out or ended, with the time that had passed then. */
  readonly endedAt = new Map<string, number>()
  isPaused = false
  /** How many days have passed since it opened, by every right clock. */
  passedMs = 0
  readonly openedAt = Date.now()
  readonly tills: Person[]
  readonly #cookies: { accountId: string; cookie: string }[] = []
  /** By account, the current one last. */
  readonly #pins = new Map<string, string[]>()
  readonly #heard = new Map<string, number>()
  /** The epoch of the server on which this business was restored. */
  restoredAs: string | null = null
  #kept: {
    copy: BackUp
    rewardFacts: RewardFact[]
    trustFacts: TrustFact[]
    pauses: Pause[]
    isPaused: boolean
    version: number
  } | null = null
  readonly #running: TestServer
  readonly #superAdmin: TestBrowser

  private constructor(
    running: TestServer,
    superAdmin: TestBrowser,
    shop: TestShop,
    tills: Pick<Person, 'accountId' | 'cookie'>[],
  ) {
    this.#running = running
    this.#superAdmin = superAdmin
    this.businessId = shop.businessId
    this.rewardId = shop.rewardId
    this.code = shop.code
    this.tills = tills.map((till) => ({
      ...till,
      view: 'staff',
      isWithdrawn: false,
      isTill: true,
    }))
    this.rewardFacts.push({ version: 0, rewardId: shop.rewardId, terms: { points: 50 } })
  }

  static async open(running: TestServer, superAdmin: TestBrowser, tillCount = 1): Promise<Shop> {
    // Attempts of a schedule that turned the clock would count until this one reaches their day.
    await persist(() => running.sql`delete from attempt`)
    const opened = await persist(() => createTestShop(running))
    const tills: Pick<Person, 'accountId' | 'cookie'>[] = []
    while (tills.length < tillCount) tills.push(await enroll(running, opened.businessId))
    const shop = new Shop(running, superAdmin, opened, tills)
    for (const role of ['business_admin', 'staff', 'staff'] as const) {
      const accountId = await persist(() => hire(running, role, shop.businessId))
      const cookie = await persist(() => signIn(running, accountId, role))
      const view = role === 'staff' ? 'staff' : 'owner'
      const person = { accountId, view, cookie, isWithdrawn: false, isTill: false } as const
      shop.people.push({ ...person })
      shop.#cookies.push({ accountId, cookie })
    }
    for (const person of shop.people) await shop.changePin(person)
    return shop
  }

  pinsOf(accountId: string): string[] {
    return this.#pins.get(accountId) ?? []
  }

  /** Ends the keys that the former PIN opened. */
  async changePin(person: Person): Promise<void> {
    if (person.isWithdrawn) return
    const known = this.pinsOf(person.accountId)
    const pin = String(pins[known.length % pins.length])
    const browser = new TestBrowser(this.#running.url)
    browser.cookie = (await this.renew(person)).cookie
    const { status } = await untilServed(() => browser.call('auth.setPin', { body: { pin } }))
    if (status === 429) return
    if (status !== 200) throw new Error(`The PIN was not set: ${status}`)
    this.#pins.set(person.accountId, [...known, pin])
  }

  /** The time, by a right clock, at which a till learned that a person's PIN had ended. */
  heardAt(tillId: string, accountId: string, pin: string): number | undefined {
    return this.#heard.get(`${tillId} ${accountId} ${pin}`)
  }

  /** A till asked who may unlock it, and learned of every PIN that had ended. */
  hearPins(tillId: string): void {
    for (const [accountId, pins] of this.#pins) {
      for (const pin of pins.slice(0, -1)) {
        const place = `${tillId} ${accountId} ${pin}`
        if (!this.#heard.has(place)) this.#heard.set(place, Date.now() + this.passedMs)
      }
    }
  }

  /** Removes a till: it may only hand in what it has. */
  async revokeTill(till: Person): Promise<void> {
    if (till.isWithdrawn) return
    await this.#asOwner((owner) =>
      owner.call('business.revokeTill', {
        params: { businessId: this.businessId, tillId: till.accountId },
      }),
    )
    till.isWithdrawn = true
    this.withdrawals.set(till.accountId, await this.version())
  }

  /** Moves every right clock on. */
  async passDay(): Promise<void> {
    const dayMs = 26 * 3_600_000
    this.passedMs += dayMs
    this.#running.turnClock(dayMs)
    const now = this.#running.server.clock.now()
    // The platform's operator has been at work all along.
    await this.#running.sql`update session set last_seen_at = ${now},
        expires_at = ${new Date(now.getTime() + dayMs)},
        elevated_until = ${new Date(now.getTime() + dayMs)}
      where account_id in (select id from account where role = 'super_admin')`
  }

  /** Sets the server's clock right for the next business. */
  close(): void {
    this.#running.turnClock(-this.passedMs)
  }

  get owner(): Person {
    return this.people[0] as Person
  }

  /** Signs in again with the current role. For someone without access, the owner signs in instead. */
  async renew(person: Person): Promise<Person> {
    if (person.isWithdrawn) return this.renew(this.owner)
    if (person.isTill) throw new Error('A till does not sign in')
    const running = this.#running
    const [row] = await running.sql`select role from account where id = ${person.accountId}`
    const role = row?.role === 'business_admin' ? 'business_admin' : 'staff'
    person.view = role === 'staff' ? 'staff' : 'owner'
    const { accountId } = person
    person.cookie = await persist(() => signIn(running, accountId, role))
    this.#cookies.push({ accountId, cookie: person.cookie })
    return person
  }

  person(index: number): Person {
    const here = this.people.filter((person) => !person.isWithdrawn)
    return here[index % here.length] as Person
  }

  async anyone(): Promise<Person> {
    return this.renew(this.owner)
  }

  async remove(person: Person): Promise<void> {
    await this.#asOwner((owner) =>
      owner.call('business.removeStaff', {
        params: { businessId: this.businessId, staffId: person.accountId },
      }),
    )
    person.isWithdrawn = true
    this.withdrawals.set(person.accountId, await this.version())
  }

  async changeRole(person: Person): Promise<void> {
    const role = person.view === 'staff' ? 'business_admin' : 'staff'
    await this.#asOwner((owner) =>
      owner.call('business.changeStaffRole', {
        params: { businessId: this.businessId, staffId: person.accountId },
        body: { role },
      }),
    )
  }

  /** Ends all sessions, like a new password. */
  async endSessions(person: Person): Promise<void> {
    await this.#running.sql`update session
      set ended_at = ${this.#running.server.clock.now()}, ended_because = 'changed'
      where account_id = ${person.accountId} and ended_at is null`
    const theirs = this.#cookies.filter(({ accountId }) => accountId === person.accountId)
    for (const { cookie } of theirs) this.#noteEnded(cookie)
  }

  #noteEnded(cookie: string): void {
    if (!this.endedAt.has(cookie)) this.endedAt.set(cookie, this.passedMs)
  }

  /** The person signs all devices out from a new one, as after losing one of them. */
  async revokeDevices({ accountId, view }: Person): Promise<void> {
    const another = new TestBrowser(this.#running.url)
    const role = view === 'staff' ? 'staff' : 'business_admin'
    another.cookie = await persist(() => signIn(this.#running, accountId, role))
    const { status } = await untilServed(() => another.call('auth.endOtherSessions'))
    if (status !== 200) throw new Error(`The devices were not signed out: ${status}`)
    const version = await this.version()
    for (const { cookie, ...of } of this.#cookies) {
      if (of.accountId !== accountId || this.revokedAt.has(cookie)) continue
      this.revokedAt.set(cookie, version)
    }
  }

  /** Ends this session only: the person may have others, on other browsers. */
  async signOut(cookie: string): Promise<void> {
    const browser = new TestBrowser(this.#running.url)
    browser.cookie = cookie
    const { status } = await untilServed(() => browser.call('auth.logout'))
    if (status !== 200) throw new Error(`The session was not signed out: ${status}`)
    this.#noteEnded(cookie)
  }

  async pause(suspended: boolean): Promise<void> {
    const change = () =>
      this.#superAdmin.call('admin.updateBusiness', {
        params: { businessId: this.businessId },
        body: { suspended },
      })
    const before = await this.version()
    const { status } = await untilServed(change)
    if (status !== 200) throw new Error(`The business could not be changed: ${status}`)
    const last = this.pauses.at(-1)
    if (suspended && !this.isPaused) {
      this.pauses.push({ after: await this.version(), through: null })
    } else if (!suspended && last?.through === null) {
      last.through = before
    }
    this.isPaused = suspended
  }

  /** The owner accepts or refuses everything parked. @returns what was parked */
  async decide(accept: boolean): Promise<string[]> {
    const params = { businessId: this.businessId }
    let operationIds: string[] = []
    await this.#asOwner(async (owner) => {
      const waiting = await owner.call('business.parked', { params })
      if (waiting.status !== 200) return waiting
      operationIds = waiting.body.map(({ operationId }) => operationId)
      return owner.call('business.decideParked', { params, body: { accept } })
    })
    return operationIds
  }

  /** @returns what is parked, in the order of its arrival */
  async parked(): Promise<string[]> {
    let operationIds: string[] = []
    await this.#asOwner(async (owner) => {
      const waiting = await owner.call('business.parked', {
        params: { businessId: this.businessId },
      })
      if (waiting.status === 200) operationIds = waiting.body.map((row) => row.operationId)
      return waiting
    })
    return operationIds
  }

  /** @returns the operations of these that are held for this reason */
  async parkedFor(reason: string, operationIds: string[]): Promise<string[]> {
    const rows = await persist(
      () =>
        this.#running.sql<{ id: string }[]>`select operation_id as id from applied_operation
        where business_id = ${this.businessId} and status = 'parked' and code = ${reason}
          and operation_id in ${this.#running.sql(operationIds)}`,
    )
    return rows.map(({ id }) => id)
  }

  /** The owner decides named work on two devices at once. */
  async decideNamed(operationIds: string[], accepts: boolean[]): Promise<void> {
    const params = { businessId: this.businessId }
    await Promise.all(
      accepts.map((accept) =>
        this.#asOwner((owner) =>
          owner.call('business.decideParked', { params, body: { accept, operationIds } }),
        ),
      ),
    )
  }

  /** The owner accepts everything. @returns what was parked */
  async acceptAll(): Promise<string[]> {
    const rows = await persist(
      () =>
        this.#running.sql`select 1 from applied_operation
        where business_id = ${this.businessId} and status = 'parked' limit 1`,
    )
    return rows.length === 0 ? [] : this.decide(true)
  }

  /** The business's current version. */
  async version(): Promise<number> {
    const [row] = await persist(
      () =>
        this.#running.sql<{ version: number }[]>`select version::int from business_version
        where business_id = ${this.businessId}`,
    )
    return row?.version ?? 0
  }

  /** Codes as customers show them at the counter, on their phones or on paper. */
  async couponCodes(): Promise<string[]> {
    const rows = await persist(
      () =>
        this.#running.sql`select code, id, code_digest as digest from coupon
        where business_id = ${this.businessId} order by id`,
    )
    for (const { code, id, digest } of rows) this.shown.set(code, { id, digest })
    return rows.map(({ code }) => code)
  }

  /** Revisions by campaign, from the owner's list. */
  async campaignRevisions(): Promise<Map<string, string>> {
    const rows = await persist(
      () =>
        this.#running.sql<{ id: string; revision: string }[]>`select id, revision from campaign
        where business_id = ${this.businessId} and retired_at is null`,
    )
    return new Map(rows.map(({ id, revision }) => [id, revision]))
  }

  async heldWelcomes(): Promise<string[]> {
    const rows = await persist(
      () =>
        this.#running.sql<{ id: string }[]>`select id from customer
        where business_id = ${this.businessId} and welcome = 'held' order by id`,
    )
    return rows.map(({ id }) => id)
  }

  async changePrice(points: number): Promise<void> {
    const version = await this.#write(async (sql, version) => {
      await sql`update reward set points_required = ${points}, version = ${version}
        where business_id = ${this.businessId} and id = ${this.rewardId}`
    })
    this.rewardFacts.push({ version, rewardId: this.rewardId, terms: { points } })
  }

  /** Sets what may be handed over on trust, or ends trust. */
  async changeTrust(limits: Trusted | null): Promise<void> {
    const version = await this.#write(async (sql, version) => {
      await sql`update business set trust_points_per_redemption = ${limits?.points ?? null},
          trust_points_per_device = ${limits?.perDevice ?? null}, version = ${version}
        where id = ${this.businessId}`
    })
    this.trustFacts.push({ version, limits })
  }

  /** Adds a spare reward, or removes one and leaves a tombstone. */
  async changeRewards(remove: boolean): Promise<void> {
    const { businessId } = this
    await this.#write(async (sql, version) => {
      const [spare] = await sql<{ id: string }[]>`select id from reward
        where business_id = ${businessId} and name = ${spareName} limit 1`
      if (!remove || !spare) {
        const rewardId = newId()
        await sql`insert into reward (business_id, id, name, description, points_required,
            discount_type, discount_value, created_at, version)
          values (${businessId}, ${rewardId}, ${spareName}, '', 1000, 'fixed', 1, now(), ${version})`
        this.rewardFacts.push({ version, rewardId, terms: plainTerms })
        return
      }
      await sql`delete from reward where business_id = ${businessId} and id = ${spare.id}`
      await sql`insert into tombstone (business_id, table_name, id, version)
        values (${businessId}, 'reward', ${spare.id}, ${version})`
      this.rewardFacts.push({ version, rewardId: spare.id, terms: null })
    })
  }

  /** A reward goes, and the upkeep forgets it: devices that are behind fetch everything again. */
  async forgetChanges(): Promise<void> {
    await this.changeRewards(false)
    await this.changeRewards(true)
    await this.#running.sql`update tombstone set gone_at = '1970-01-01'
      where business_id = ${this.businessId}`
    await this.#running.sql`delete from upkeep where business_id = ${this.businessId}`
    await keepAllUp(this.#running.server)
  }

  /** Makes the server's count of an outbox wrong, as after a restore. */
  async disputeNumbers(outboxId: string, by: number): Promise<void> {
    await this.#running.sql`update outbox set next_seq = greatest(1, next_seq + ${by})
      where business_id = ${this.businessId} and outbox_id = ${outboxId}`
  }

  /** Reads the server's row of an outbox. */
  async outbox(outboxId: string): Promise<{ nextSeq: number; isSealed: boolean } | null> {
    const { sql } = this.#running
    const [row] = await persist(
      () => sql<{ nextSeq: number; isSealed: boolean }[]>`
        select next_seq::int as "nextSeq", sealed_as is not null as "isSealed" from outbox
        where business_id = ${this.businessId} and outbox_id = ${outboxId}`,
    )
    return row ?? null
  }

  /** Makes the outbox silent for longer than allowed. */
  async silence(outboxId: string): Promise<void> {
    await this.#running.sql`update outbox set last_heard_at = now() - interval '400 days'
      where business_id = ${this.businessId} and outbox_id = ${outboxId}`
  }

  async backUp(): Promise<void> {
    const copy = await persist(() => backUp(this.#running, this.businessId))
    const { isPaused } = this
    const version = await this.version()
    const pauses = structuredClone(this.pauses)
    const facts = { rewardFacts: [...this.rewardFacts], trustFacts: [...this.trustFacts], pauses }
    this.#kept = { copy, ...facts, isPaused, version }
  }

  /** @returns the operations that were lost with their status, or null without a backup */
  async restore(): Promise<Known[] | null> {
    const kept = this.#kept
    if (!kept) return null
    this.#kept = null
    // Customers keep what they have on their phones and on paper.
    await this.couponCodes()
    const before = await this.#knownOperations()
    await restore(this.#running, this.businessId, kept.copy)
    this.rewardFacts.splice(0, Number.POSITIVE_INFINITY, ...kept.rewardFacts)
    this.trustFacts.splice(0, Number.POSITIVE_INFINITY, ...kept.trustFacts)
    this.pauses.splice(0, Number.POSITIVE_INFINITY, ...kept.pauses)
    for (const [accountId, version] of this.withdrawals) {
      this.withdrawals.set(accountId, Math.min(version, kept.version))
    }
    for (const [cookie, version] of this.revokedAt) {
      this.revokedAt.set(cookie, Math.min(version, kept.version))
    }
    this.isPaused = kept.isPaused
    this.restoredAs = this.#running.server.epoch
    const after = new Set((await this.#knownOperations()).map(({ operationId }) => operationId))
    return before.filter(({ operationId }) => !after.has(operationId))
  }

  #knownOperations(): Promise<Known[]> {
    return persist(
      () =>
        this.#running.sql<Known[]>`select operation_id as "operationId", status,
          case when result ? 'alreadyMember' then result ->> 'memberId' end as "metId"
        from applied_operation where business_id = ${this.businessId}`,
    )
  }

  /** Writes under the business's next version, like any change. */
  async #write(
    work: (sql: postgres.TransactionSql, version: number) => Promise<void>,
  ): Promise<number> {
    let version = 0
    await this.#running.sql.begin(async (transaction) => {
      const [row] = await transaction<{ version: string }[]>`update business_version
        set version = version + 1 where business_id = ${this.businessId} returning version`
      version = Number(row?.version)
      await work(transaction, version)
    })
    return version
  }

  async #asOwner(
    work: (owner: TestBrowser) => Promise<{ status: number; body: unknown }>,
  ): Promise<void> {
    const browser = new TestBrowser(this.#running.url)
    browser.cookie = (await this.renew(this.owner)).cookie
    const { status, body } = await untilServed(() => work(browser))
    if (status !== 200) throw new Error(`The owner was refused: ${status} ${JSON.stringify(body)}`)
  }
}

/** How often a statement that timed out on a lock is retried. */
const triesMax = 8

/**
 * Locks of a dead connection remain until PostgreSQL notices; meanwhile the server asks callers to
 * retry.
 */
async function untilServed<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask()
  for (let tries = 1; answer.status >= 500 && tries < triesMax; tries += 1) answer = await ask()
  return answer
}
