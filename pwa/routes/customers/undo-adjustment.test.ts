/** The opposite of a correction, and which corrections a history shows as undone. */
import { expect, test } from 'vitest'
import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { limits } from '#schema/contract/limits.ts'
import { undoneCorrections, undoOf } from './undo-adjustment.ts'

test('undoes a correction with the opposite points and its reason', () => {
  expect(undoOf({ points: 50, reason: 'Late stamp' })).toEqual({
    points: -50,
    reason: 'Undo: Late stamp',
  })
  expect(undoOf({ points: -50, reason: 'Undo: Late stamp' })).toEqual({
    points: 50,
    reason: 'Undo: Undo: Late stamp',
  })
})

test('cuts a long reason to the limit, without half a character or a space at its end', () => {
  const room = limits.noteLength - 'Undo: '.length
  const reasonOf = (reason: string) => undoOf({ points: 1, reason }).reason
  expect(reasonOf('x'.repeat(room))).toHaveLength(limits.noteLength)
  expect(reasonOf('x'.repeat(limits.noteLength))).toHaveLength(limits.noteLength)
  expect(reasonOf(`${'x'.repeat(room - 1)}🎂`)).toBe(`Undo: ${'x'.repeat(room - 1)}`)
  expect(reasonOf(`${'x'.repeat(room - 1)} xx`)).toBe(`Undo: ${'x'.repeat(room - 1)}`)
})

const line = (id: string, points: number, description: string, reason = 'adjustment') =>
  ({ id, points, description, reason, createdAt: '', sync: 'saved' }) as HistoryLine

test.each([
  ['none yet', [line('a', 50, 'Stamp')], []],
  ['its opposite', [line('b', -50, 'Undo: Stamp'), line('a', 50, 'Stamp')], ['a']],
  ['an earlier one', [line('b', 50, 'Stamp'), line('a', -50, 'Undo: Stamp')], []],
  ['other points', [line('b', -40, 'Undo: Stamp'), line('a', 50, 'Stamp')], []],
  ['another reason', [line('b', -50, 'Stamp'), line('a', 50, 'Stamp')], []],
  ['no correction', [line('b', -50, 'Undo: Stamp'), line('a', 50, 'Stamp', 'purchase')], []],
  [
    'one of two that are alike',
    [line('c', -50, 'Undo: Stamp'), line('b', 50, 'Stamp'), line('a', 50, 'Stamp')],
    ['b'],
  ],
  [
    'an undo that was undone too',
    [line('c', 50, 'Undo: Undo: Stamp'), line('b', -50, 'Undo: Stamp'), line('a', 50, 'Stamp')],
    ['a', 'b'],
  ],
] as const)('finds what is undone by %s', (_, lines, undone) => {
  expect([...undoneCorrections(lines)]).toEqual(undone)
})
