import { afterEach, expect, test, vi } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

const refuse = () => {
  throw new Error('busy')
}

test('limits concurrency and queue length, and keeps the order', async () => {
  const inTurn = limitConcurrency({ atOnce: 2, waitingMax: 3, refuse })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (n: number) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    })
  const results = [0, 1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toThrow('busy')
  expect(begun).toEqual([0, 1])
  for (const _ of results) {
    ends.shift()?.()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('frees a slot when work fails', async () => {
  const inTurn = limitConcurrency({ atOnce: 1, waitingMax: 1, refuse })
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'yes')).toBe('yes')
})

afterEach(() => void vi.useRealTimers())

test('refuses work that has waited too long, and keeps the place of the rest', async () => {
  vi.useFakeTimers()
  const inTurn = limitConcurrency({ atOnce: 1, waitingMax: 5, waitMsMax: 100, refuse })
  let end = () => {}
  const held = inTurn(() => new Promise<void>((resolve) => (end = resolve)))
  const late = inTurn(async () => expect.unreachable())
  const refused = expect(late).rejects.toThrow('busy')
  vi.advanceTimersByTime(60)
  const inTime = inTurn(async () => 'in time')
  vi.advanceTimersByTime(50)
  await refused
  end()
  await held
  vi.advanceTimersByTime(1_000)
  expect(await inTime).toBe('in time')
})

test('serves the first line before the rest and queues it separately', async () => {
  const inTurn = limitConcurrency({ atOnce: 1, waitingMax: 2, refuse })
  const begun: string[] = []
  let end = () => {}
  const held = inTurn(() => new Promise<void>((resolve) => (end = resolve)))
  const note = (name: string) => async () => void begun.push(name)
  const waiting = [inTurn(note('a')), inTurn(note('b')), inTurn(note('first'), 'first')]
  await expect(inTurn(note('c'))).rejects.toThrow('busy')
  end()
  await Promise.all([held, ...waiting])
  expect(begun).toEqual(['first', 'a', 'b'])
})
