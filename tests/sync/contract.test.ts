/**
 * The guarantees a device relies on (docs/sync-protocol.md, Push and Pull), checked on the server
 * and on the fake server of the device's unit tests: a fake that behaves differently proves
 * nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import type { PullAnswer, PushAnswer, PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const pageRows = 3

/** A business that contains only what a test creates. */
interface Subject {
  fetch: typeof fetch
  /** Removes a customer's row, as an erasure does. */
  remove(memberId: string): Promise<void>
  /** Forgets the changes up to now. */
  forget(): Promise<void>
}

const running = serverOfFile()
const realRows = limits.pullRows
beforeAll(async () => {
  Object.assign(limits, { pullRows: pageRows })
})
afterAll(async () => {
  Object.assign(limits, { pullRows: realRows })
})

async function openServer(): Promise<Subject> {
  const { businessId, ownerEmail } = await createTestBusiness(running, {
    welcomePoints: 0,
    welcomeDiscountPercent: 0,
  })
  const { cookie } = await new TestBrowser(running.url).signIn(ownerEmail)
  const write = (statement: string, ...values: string[]) =>
    running.sql.begin(async (transaction) => {
      const [row] = await transaction.unsafe(
        'update business_version set version = version + 1 where business_id = $1 returning version',
        [businessId],
      )
      await transaction.unsafe(statement, [businessId, row?.version, ...values])
    })
  return {
    fetch: (path, init) =>
      fetch(running.url + String(path), {
        ...init,
        headers: {
          'Content-Type': 'application/json',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: cookie,
        },
      }),
    async remove(memberId) {
      await write(
        `with gone as (update customer set erased_at = now(), version = $2
            where business_id = $1 and id = $3::uuid)
          insert into tombstone (business_id, version, table_name, id)
          values ($1, $2, 'customer', $3::uuid)`,
        memberId,
      )
    },
    async forget() {
      await write('update business_version set min_cursor = $2 where business_id = $1')
    },
  }
}

async function openStandIn(): Promise<Subject> {
  const server = new PretendServer()
  server.pageRows = pageRows
  const members = new Set<string>()
  server.put('business', { id: newId() })
  server.judge = ({ name, payload, operationId }) => {
    const { memberId, purchaseId } = payload as { memberId: string; purchaseId: string }
    if (name === 'customer.signUp') {
      members.add(memberId)
      for (const [id, waiting] of parked)
        if (waiting === memberId) queueMicrotask(() => server.decide(id, 'applied'))
      return { status: 'applied', rows: [{ table: 'customer', row: { id: memberId } }] }
    }
    if (members.has(memberId)) {
      return { status: 'applied', rows: [{ table: 'purchase', row: { id: purchaseId } }] }
    }
    parked.set(operationId, memberId)
    return { status: 'parked', code: 'member_not_arrived' }
  }
  const parked = new Map<string, string>()
  return {
    fetch: server.fetch,
    remove: async (memberId) => server.remove('customer', memberId),
    forget: async () => {
      server.version += 1
      server.minVersion = server.version
    },
  }
}

describe.each([
  ['the server', openServer],
  ['the stand-in', openStandIn],
] as const)('%s', (_name, open) => {
  let subject: Subject
  let outboxId: string
  let seq: number

  const begin = async () => {
    subject = await open()
    outboxId = newId()
    seq = 0
  }
  const make = (name: string, payload: object, more: Partial<PushedOperation> = {}) => {
    seq += 1
    const madeAt = new Date().toISOString()
    return { operationId: newId(), seq, name, v: 1, madeAt, payload, ...more }
  }
  const signUp = (memberId = newId(), more: Partial<PushedOperation> = {}) =>
    make('customer.signUp', signUpPayload({ memberId }), more)
  const ask = async <Answer>(path: string, body?: object) => {
    const answer = await subject.fetch(path, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Answer & { code?: string },
    }
  }
  const pushBehind = (settledSeq: number | undefined, ...operations: PushedOperation[]) => {
    const deviceNow = new Date().toISOString()
    return ask<PushAnswer>('/api/sync/push', { outboxId, deviceNow, settledSeq, operations })
  }
  const push = (...operations: PushedOperation[]) => pushBehind(undefined, ...operations)
  const pull = (cursor: string | null) =>
    ask<PullAnswer>(
      `/api/sync/pull${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    )
  const pullAll = async (from: string | null) => {
    const answers: PullAnswer[] = []
    for (let cursor = from; ; cursor = answers.at(-1)?.cursor ?? null) {
      answers.push((await pull(cursor)).body)
      if (!answers.at(-1)?.more) return answers
    }
  }
  const customersIn = (answers: PullAnswer[]) =>
    answers.flatMap(({ rows }) => rows.customer ?? []).map(({ id }) => id)

  test('gives each operation a verdict with a version, and names the next expected number', async () => {
    await begin()
    const { body } = await push(signUp(), signUp())
    expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
    expect(body.expected).toBe(3)
    expect(body.verdicts.every(({ version }) => version > 0)).toBe(true)
  })

  test('gives the same verdicts to the same push', async () => {
    await begin()
    const operations = [signUp(), signUp()]
    const first = await push(...operations)
    const second = await push(...operations)
    const brief = ({ body }: typeof first) =>
      body.verdicts.map(({ operationId, status, version }) => [operationId, status, version])
    expect(brief(second)).toEqual(brief(first))
    expect(customersIn(await pullAll(null))).toHaveLength(2)
  })

  test('takes a gap and a used number, and counts what is missing', async () => {
    await begin()
    await push(signUp())
    const steps = [
      [1, 5],
      [1, 3],
      [1, 1],
      [5, 6],
    ]
    const told: unknown[] = []
    for (const [settledSeq, number = 0] of steps) {
      const { body } = await pushBehind(settledSeq, { ...signUp(), seq: number })
      told.push([body.verdicts[0]?.status, body.expected, body.missing])
    }
    expect(told).toEqual([
      ['applied', 6, 3],
      ['applied', 6, 2],
      ['applied', 6, 2],
      ['applied', 7, 2],
    ])
  })

  test('asks a device that has later verdicts to send its earlier work first', async () => {
    await begin()
    await push(signUp())
    const told = await pushBehind(2, { ...signUp(), seq: 3 })
    expect([told.status, told.body.code]).toEqual([409, 'must_refetch'])
  })

  test('refuses a known operation with another payload and keeps the first', async () => {
    await begin()
    const first = signUp()
    await push(first)
    const { body } = await push({ ...first, payload: signUpPayload() })
    expect(body.verdicts).toMatchObject([{ status: 'refused', code: 'key_reused' }])
    expect(customersIn(await pullAll(null))).toHaveLength(1)
  })

  test('ignores a discarded operation but keeps its number', async () => {
    await begin()
    const { body } = await push(signUp(newId(), { discarded: true }), signUp())
    expect(body.verdicts.map(({ status }) => status)).toEqual(['discarded', 'applied'])
    expect(customersIn(await pullAll(null))).toHaveLength(1)
  })

  test('counts an edit only if its first version doesn’t count', async () => {
    await begin()
    const counted = signUp()
    const discarded = signUp(newId(), { discarded: true })
    const late = signUp(newId(), { replaces: counted.operationId })
    const edit = signUp(newId(), { replaces: discarded.operationId })
    const { body } = await push(counted, discarded, late, edit)
    expect(body.verdicts.map(({ status, code }) => code ?? status)).toEqual([
      'applied',
      'discarded',
      'already_saved',
      'applied',
    ])
  })

  test('keeps a snapshot of many pages at the version where it began', async () => {
    await begin()
    const members = Array.from({ length: 7 }, () => newId())
    await push(...members.map((memberId) => signUp(memberId)))
    const { version: start } = (await pullAll(null)).at(-1) as PullAnswer
    const first = (await pull(null)).body
    expect([first.kind, first.more]).toEqual(['snapshot', true])
    const newcomer = newId()
    await push(signUp(newcomer))
    const rest = await pullAll(first.cursor)
    expect(customersIn([first, ...rest]).sort()).toEqual([...members].sort())
    expect(rest.at(-1)?.version).toBe(start)
    const changes = await pullAll(rest.at(-1)?.cursor ?? null)
    expect(changes[0]?.kind).toBe('changes')
    expect(customersIn(changes)).toEqual([newcomer])
    expect(changes.at(-1)?.version).toBeGreaterThan(start)
  })

  test('sends changes over several pages, each once, including removals', async () => {
    await begin()
    const gone = newId()
    await push(signUp(gone))
    const cursor = (await pullAll(null)).at(-1)?.cursor ?? null
    const members = Array.from({ length: 7 }, () => newId())
    for (const memberId of members) await push(signUp(memberId))
    await subject.remove(gone)
    const answers = await pullAll(cursor)
    expect(answers.length).toBeGreaterThan(2)
    expect(customersIn(answers)).toEqual(members)
    expect(answers.flatMap(({ tombstones }) => tombstones)).toEqual([
      { table: 'customer', id: gone },
    ])
    const [after] = await pullAll(answers.at(-1)?.cursor ?? null)
    expect(after).toMatchObject({ more: false, rows: {}, tombstones: [], verdicts: [] })
  })

  test('makes a device that is too far behind fetch everything again', async () => {
    await begin()
    const cursor = (await pullAll(null)).at(-1)?.cursor ?? null
    await push(signUp())
    await subject.forget()
    const answer = await pull(cursor)
    expect([answer.status, answer.body.code]).toEqual([409, 'must_refetch'])
    const fresh = await pullAll(null)
    expect(customersIn(fresh)).toHaveLength(1)
    expect((await pull(fresh.at(-1)?.cursor ?? null)).status).toBe(200)
  })

  test('delivers final verdicts of parked operations by pull', async () => {
    await begin()
    const memberId = newId()
    const bought = make('purchase.record', { purchaseId: newId(), memberId, amount: '5.00' })
    const parked = await push(bought)
    expect(parked.body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
    const cursor = (await pullAll(null)).at(-1)?.cursor ?? null
    await push(signUp(memberId))
    const verdicts = (await pullAll(cursor)).flatMap((answer) => answer.verdicts)
    expect(verdicts).toMatchObject([{ operationId: bought.operationId, status: 'applied' }])
  })
})
