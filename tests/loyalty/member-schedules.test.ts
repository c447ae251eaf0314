/**
 * Imports, their undo, joins, separations, corrections and sign-ups of three people in any order: no
 * id, address or record ever leads to another person, and each step moves the points that it says.
 *
 * @module-tag deep
 */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { check, type Importing, ledgerOf, move, work } from './import-world.ts'

const acts = {
  signUp: 4,
  sell: 2,
  adjust: 3,
  join: 6,
  separate: 4,
  correct: 5,
  restore: 2,
  bringOver: 5,
  undo: 5,
  pass: 1,
}
type Act = keyof typeof acts

/** `who` is a person; the numbers choose among what there is. */
const step = fc.record({
  act: fc.constantFrom(
    ...Object.entries(acts).flatMap(([act, weight]) => Array<Act>(weight).fill(act as Act)),
  ),
  who: fc.nat({ max: 2 }),
  one: fc.nat({ max: 99 }),
  other: fc.nat({ max: 99 }),
  isLowering: fc.boolean(),
})
type Step = { act: Act; who: number; one: number; other: number; isLowering: boolean }

interface Row {
  id: string
  email: string
  joinedInto: string | null
  points: number
}

const running = serverOfFile()
let turnedMs = 0
afterAll(async () => {
  running.turnClock(-turnedMs)
})

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length]

class Schedule {
  readonly of: Importing
  readonly owner: TestDevice
  readonly visitor = new TestBrowser(running.url)
  /** By the id of a member, a sign-up or a record. */
  readonly personBy = new Map<string, number>()
  /** The expected balance of each person, over all their members. */
  readonly points = [0, 0, 0]
  /** The most that a file named, by record. */
  readonly mostBy = new Map<string, number>()
  readonly runs: string[] = []
  readonly addresses = [0, 1, 2].map((who) =>
    ['a', 'b', 'c'].map((name) => `${name}.${who}.${newId()}@mail.example`),
  )

  readonly ownerEmail: string

  constructor(browser: TestBrowser, { businessId, ownerEmail }: TestBusiness) {
    this.owner = new TestDevice(browser)
    this.of = { running, browser, businessId }
    this.ownerEmail = ownerEmail
  }

  members(): Promise<Row[]> {
    const { businessId } = this.of
    return running.sql<Row[]>`select id, email, joined_into as "joinedInto", points from customer
      where business_id = ${businessId} and erased_at is null order by created_at, id`
  }
  async membersOf(who: number): Promise<Row[]> {
    return (await this.members()).filter(({ id }) => this.personBy.get(id) === who)
  }

  /** Adds the entries of an applied operation, which must be this person's. */
  async push<Name extends OperationName>(name: Name, payload: OperationPayload<Name>, who: number) {
    const operation = this.owner.make(name, payload)
    const [verdict] = (await this.owner.push(operation)).body.verdicts
    const entries = await running.sql`select member_id as id, points from points_entry
      where business_id = ${this.of.businessId} and operation_id = ${operation.operationId}`
    if (name !== 'customer.join' && name !== 'customer.separate') {
      for (const { id, points } of entries) {
        expect([name, this.personBy.get(id)]).toEqual([name, who])
        this.points[who] = (this.points[who] ?? 0) + points
      }
    }
    return verdict
  }

  /** Any id that ever led to this person. */
  idOf(who: number, at: number): string {
    const ids = [...this.personBy].filter(([, person]) => person === who).map(([id]) => id)
    return pick(ids, at) ?? newId()
  }

  async play({ act, who, one, other, isLowering }: Step): Promise<void> {
    const address = pick(this.addresses[who] ?? [], other) ?? ''
    const memberId = this.idOf(who, one)
    const free = (await this.membersOf(who)).filter(({ joinedInto }) => !joinedInto)
    const [first, second] = [pick(free, one), pick(free, other)]
    if (act === 'signUp') {
      const member = signUpPayload({ email: address })
      this.personBy.set(member.memberId, who)
      await this.push('customer.signUp', member, who)
    } else if (act === 'sell') {
      const purchaseId = newId()
      await this.push('purchase.record', { purchaseId, memberId, amount: '30.00', note: null }, who)
    } else if (act === 'adjust') {
      await this.push('points.adjust', { memberId, points: other - 70, reason: 'Counted' }, who)
    } else if (act === 'join' && first && second) {
      await this.push('customer.join', { keepId: first.id, joinId: second.id }, who)
    } else if (act === 'separate') {
      const joined = pick(
        (await this.membersOf(who)).filter(({ joinedInto }) => joinedInto),
        one,
      )
      const pair = { keepId: joined?.joinedInto ?? '', joinId: joined?.id ?? '' }
      if (joined) await this.push('customer.separate', { ...pair, spentSeen: 1_000_000 }, who)
    } else if (act === 'correct' && first) {
      const seen = { email: first.email }
      const change = { memberId: first.id, changes: { email: address }, seen }
      await this.push('customer.change', change, who)
      await this.press(address, 'memberEmail')
    } else if (act === 'restore') await this.press(address, 'memberEmailChanged')
    else if (act === 'bringOver') await this.bringOver(one, isLowering)
    else if (act === 'undo') await this.undo(pick(this.runs, one))
    else if (act === 'pass') {
      running.turnClock(3 * hourMs)
      turnedMs += 3 * hourMs
      await closeAllActivity(running.server)
      await this.of.browser.signIn(this.ownerEmail)
    }
  }

  /** The newest link in this mailbox, if it still leads anywhere. */
  async press(address: string, kind: string): Promise<void> {
    const mails = await readMails(running, address)
    const mail = mails.find((each) => each.kind === kind && each.text.includes('#'))
    const ticket = mail && new URL(linkIn(mail)).hash.slice(1)
    if (ticket) await this.visitor.call('mail.pressMemberEmail', { body: { ticket } })
  }

  /** Three records of each person: by an id, by an address, and by a number that they share. */
  async bringOver(at: number, alsoLower: boolean): Promise<void> {
    const records = [0, 1, 2].flatMap((who) => [
      { who, foreignId: `A${who}`, email: this.addresses[who]?.[0] ?? '' },
      { who, email: this.addresses[who]?.[1] ?? '' },
      { who, foreignId: `B${who}`, phone: '+1 206 555 0100' },
    ])
    const file = records.map(({ who, ...cells }, row) => {
      const points = String((((at >> (row % 5)) + row) % 4) * 50)
      return { ...cells, firstName: `Person ${who}`, lastName: 'Hale', points }
    })
    const run = await check(this.of, file, { alsoLower })
    await move(this.of, 'run', run.id)
    await work(this.of)
    this.runs.push(run.id)
    const rows =
      await running.sql`select row, member_id as id, source_key as key, points from import_row
      where run_id = ${run.id} and outcome = 'written'`
    for (const { row, id, key, points } of rows) {
      const who = records[row - 1]?.who ?? -1
      if (!this.personBy.has(id)) this.personBy.set(id, who)
      expect(this.personBy.get(id)).toBe(who)
      this.personBy.set(key, who)
      this.mostBy.set(key, Math.max(this.mostBy.get(key) ?? 0, Number(file[row - 1]?.points)))
      this.points[who] = (this.points[who] ?? 0) + points
    }
  }

  async undo(importId = ''): Promise<void> {
    const params = { businessId: this.of.businessId, importId }
    const { body } = await this.owner.browser.call('business.previewImportUndo', { params })
    const moved = await move(this.of, 'undo', importId)
    if (moved.body.state !== 'undoing') return
    await work(this.of)
    this.runs.splice(this.runs.indexOf(importId), 1)
    const rows = await running.sql`select member_id as id, taken_back as points from import_row
      where run_id = ${importId} and outcome in ('undone', 'kept')`
    for (const { id, points } of rows) {
      const who = this.personBy.get(id) ?? -1
      this.points[who] = (this.points[who] ?? 0) - points
    }
    expect(body.pointsTakenBack).toBe(rows.reduce((sum, { points }) => sum + points, 0))
  }

  async verify(): Promise<void> {
    const { businessId } = this.of
    const members = await this.members()
    for (const [who, addresses] of this.addresses.entries()) {
      const own = members.filter(({ id }) => this.personBy.get(id) === who)
      const emails = own.flatMap(({ email }) => email || [])
      expect(emails.filter((email) => !addresses.includes(email))).toEqual([])
      expect(new Set(emails).size).toBe(emails.length)
    }
    const leads = await running.sql`
      select alias_id::text as name, member_id as id, 0 as points from member_alias
        where business_id = ${businessId}
      union all select id::text, joined_into, 0 from customer
        where business_id = ${businessId} and joined_into is not null
      union all select source_key, member_id, points from import_source
        where business_id = ${businessId}`
    for (const { name, id, points } of leads) {
      expect([name, this.personBy.get(id)]).toEqual([name, this.personBy.get(name)])
      expect(points).toBeGreaterThanOrEqual(0)
      expect(points).toBeLessThanOrEqual(this.mostBy.get(name) ?? 0)
    }
    const sums = [0, 1, 2].map(() => 0)
    const balances =
      await running.sql`select id, points from customer where business_id = ${businessId}`
    for (const { id, points } of balances) {
      const who = this.personBy.get(id) ?? -1
      sums[who] = (sums[who] ?? 0) + points
    }
    expect(sums).toEqual(this.points)
    const params = { businessId }
    const figures = await this.owner.browser.call('business.pointsFigures', { params })
    const [{ outstanding = 0 } = {}] = await running.sql`
      select coalesce(sum(greatest(points, 0)), 0)::int as outstanding from customer
      where business_id = ${businessId} and erased_at is null`
    expect(figures.body.outstanding).toBe(outstanding)
    expect(await ledgerOf(this.of)).toEqual([])
  }
}

/** On a busy machine, the ten schedules took 44 s. */
const patienceMs = 240_000

test('leads nowhere wrong and loses no point in any order', { timeout: patienceMs }, async () => {
  const schedules = fc.asyncProperty(
    fc.array(step, { minLength: 30, maxLength: 30 }),
    async (steps) => {
      const changes = { welcomePoints: 10, signUpWithoutEmail: true }
      const shop = await createTestBusiness(running, changes)
      const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
      const schedule = new Schedule(browser, shop)
      for (const each of steps) {
        await schedule.play(each)
        await schedule.verify()
      }
    },
  )
  // A failure prints its seed and steps; shrinking would play each schedule for seconds.
  await fc.assert(schedules, {
    numRuns: 10,
    seed: 1128,
    endOnFailure: true,
  })
})
