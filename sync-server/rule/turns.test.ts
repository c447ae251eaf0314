import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('limits concurrency and queue length, and keeps the order', async () => {
  const inTurn = createTurns(2, 3)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (n: number) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    })
  const results = [0, 1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toMatchObject({ code: 'unavailable' })
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
  const inTurn = createTurns(1, 1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'yes')).toBe('yes')
})

test('serves the first line before the rest and queues it separately', async () => {
  const inTurn = createTurns(1, 2)
  const begun: string[] = []
  let end = () => {}
  const held = inTurn(() => new Promise<void>((resolve) => (end = resolve)))
  const note = (name: string) => async () => void begun.push(name)
  const waiting = [inTurn(note('a')), inTurn(note('b')), inTurn(note('first'), 'first')]
  await expect(inTurn(note('c'))).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await Promise.all([held, ...waiting])
  expect(begun).toEqual(['first', 'a', 'b'])
})
