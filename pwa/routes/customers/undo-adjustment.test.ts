/** The opposite of a correction. */
import { expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { undoOf } from './undo-adjustment.ts'

test('undoes a correction with the opposite points and its reason', () => {
  expect(undoOf({ id: 'a', points: 50, reason: 'Late stamp' })).toEqual({
    points: -50,
    reason: 'Undo: Late stamp',
    undoes: 'a',
  })
  expect(undoOf({ id: 'b', points: -50, reason: 'Undo: Late stamp' })).toEqual({
    points: 50,
    reason: 'Undo: Undo: Late stamp',
    undoes: 'b',
  })
})

test('cuts a long reason to the limit, without half a character or a space at its end', () => {
  const room = limits.noteLength - 'Undo: '.length
  const reasonOf = (reason: string) => undoOf({ id: 'a', points: 1, reason }).reason
  expect(reasonOf('x'.repeat(room))).toHaveLength(limits.noteLength)
  expect(reasonOf('x'.repeat(limits.noteLength))).toHaveLength(limits.noteLength)
  expect(reasonOf(`${'x'.repeat(room - 1)}🎂`)).toBe(`Undo: ${'x'.repeat(room - 1)}`)
  expect(reasonOf(`${'x'.repeat(room - 1)} xx`)).toBe(`Undo: ${'x'.repeat(room - 1)}`)
})
