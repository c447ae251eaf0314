/** Tests the order of waiting: one transaction per business, batched, in turns, up to a bound. */
import { expect, test } from 'vitest'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { type WriteJob, WriteQueue } from './write.ts'

const bounds = {
  transactionsAtOnce: 2,
  operationsAtOnce: 10,
  operationsWaiting: 30,
  waitMsMax: 1_000,
}
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

/** A pretend database that finishes on demand and records which jobs shared a transaction. */
function pretend() {
  let now = 0
  const queue = new WriteQueue(bounds, () => now)
  const transactions: { business: string; sizes: number[]; end(): void }[] = []
  const perform: WriteJob['perform'] = (business, jobs) =>
    new Promise((resolve) => {
      const sizes = jobs.map(({ size }) => size)
      transactions.push({ business, sizes, end: resolve })
    })
  const add = (business: string, size = 1) => queue.add(business, { size, perform })
  const endNext = async () => {
    transactions.shift()?.end()
    await turnOfTheLoop()
    await turnOfTheLoop()
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { queue, transactions, perform, add, endNext, pass }
}

test('batches jobs of one event-loop turn in order, up to the bound', async () => {
  const { transactions, add, endNext } = pretend()
  for (const size of [4, 5, 2, 1]) add('a', size)
  await turnOfTheLoop()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[4, 5]])
  add('a', 3)
  await endNext()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[2, 1, 3]])
})

test('runs a job larger than the bound alone', async () => {
  const { transactions, add, endNext } = pretend()
  add('a', 25)
  add('a', 1)
  await turnOfTheLoop()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[25]])
  await endNext()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[1]])
})

test('alternates between businesses, so a busy one delays no other', async () => {
  const { transactions, add, endNext } = pretend()
  for (let n = 0; n < 25; n += 1) add('busy')
  await turnOfTheLoop()
  add('b')
  add('c')
  await turnOfTheLoop()
  expect(transactions.map(({ business }) => business)).toEqual(['busy', 'b'])
  await endNext()
  expect(transactions.map(({ business }) => business)).toEqual(['b', 'c'])
  await endNext()
  expect(transactions.map(({ business }) => business)).toEqual(['c', 'busy'])
})

test('refuses a business over its bound and says when to retry', async () => {
  const { transactions, add, endNext } = pretend()
  for (let n = 0; n < 30; n += 1) add('a')
  const caught = (work: () => void) => {
    try {
      work()
      return null
    } catch (error) {
      return error
    }
  }
  const refusal = caught(() => add('a'))
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } })
  expect(caught(() => add('b'))).toBeNull()
  await turnOfTheLoop()
  await endNext()
  expect(caught(() => add('a'))).toBeNull()
  expect(transactions.length).toBeGreaterThan(0)
})

test('refuses jobs whose turn among many businesses comes too late, and runs the server’s own', async () => {
  const { queue, transactions, perform, add, endNext, pass } = pretend()
  const refused: string[] = []
  const addVisitor = (business: string) =>
    queue.add(business, {
      size: 1,
      perform,
      giveUp: ({ code }) => refused.push(`${business} ${code}`),
    })
  for (const business of ['a', 'b', 'c', 'd', 'e']) addVisitor(business)
  add('c', 7)
  await turnOfTheLoop()
  pass(999)
  addVisitor('f')
  pass(2)
  await endNext()
  // Nothing of its visitors is left in the third, and its own job is done.
  expect(refused).toEqual(['c unavailable'])
  expect(transactions.map(({ business, sizes }) => [business, sizes])).toEqual([
    ['b', [1]],
    ['c', [7]],
  ])
  await endNext()
  expect(refused).toEqual(['c unavailable', 'd unavailable', 'e unavailable'])
  expect(transactions.map(({ business }) => business)).toEqual(['c', 'f'])
  expect(queue.look().operations).toBe(0)
})

test('refuses jobs that waited too long behind their own business’s, if others wait for a turn', async () => {
  const { queue, transactions, perform, add, endNext, pass } = pretend()
  const refused: number[] = []
  const addTill = (size: number) =>
    queue.add('a', { size, perform, giveUp: () => refused.push(size) })
  addTill(8)
  await turnOfTheLoop()
  addTill(7)
  addTill(6)
  pass(600)
  addTill(5)
  await endNext()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[7]])
  for (const business of ['b', 'c']) add(business)
  await turnOfTheLoop()
  pass(600)
  await endNext()
  // The third has waited for 1.2 seconds, the fourth for 0.6.
  await endNext()
  expect(refused).toEqual([6])
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[1], [5]])
})

test('keeps a business’s queue while its own transaction takes long', async () => {
  const { queue, transactions, perform, endNext, pass } = pretend()
  const giveUp = () => expect.unreachable()
  queue.add('a', { size: 1, perform, giveUp })
  await turnOfTheLoop()
  queue.add('a', { size: 2, perform, giveUp })
  pass(60_000)
  await endNext()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[2]])
})

test('runs exclusive work alone in its transaction, even if it fails', async () => {
  const { queue, transactions, add, endNext } = pretend()
  add('a')
  const done: string[] = []
  const failing = queue
    .alone('a', async () => {
      done.push('failing')
      throw new Error('no')
    })
    .catch((error: Error) => error.message)
  const next = queue.alone('a', async () => done.push('next'))
  add('a')
  await turnOfTheLoop()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[1]])
  expect(done).toEqual([])
  await endNext()
  expect(await failing).toBe('no')
  await next
  expect(done).toEqual(['failing', 'next'])
  await turnOfTheLoop()
  await turnOfTheLoop()
  expect(transactions.map(({ sizes }) => sizes)).toEqual([[1]])
})

test('counts waiting operations and their age, not those being written', async () => {
  const { queue, add, endNext, pass } = pretend()
  expect(queue.look()).toEqual({ operations: 0, oldestMs: 0, underWay: 0 })
  add('a', 10)
  add('a', 4)
  await turnOfTheLoop()
  pass(5)
  expect(queue.look()).toEqual({ operations: 4, oldestMs: 5, underWay: 1 })
  await endNext()
  expect(queue.look()).toEqual({ operations: 0, oldestMs: 0, underWay: 1 })
})
