import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so much runs at once, the rest in its order, and who finds the line full is refused', async () => {
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

test('what fails makes room as well', async () => {
  const inTurn = createTurns(1, 1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'yes')).toBe('yes')
})

test('the first line is not behind the rest, and has room where the rest has none', async () => {
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
