/** The opposite of a correction. */
import { afterEach, expect, test } from 'vitest'
import { catalog } from '#pwa/texts/es/catalog.ts'
import { setLanguage } from '#pwa/texts/language.ts'
import { limits } from '#schema/contract/limits.ts'
import { readUndoReason, undoOf } from './undo-adjustment.ts'

afterEach(() => setLanguage('en', {}))

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

test('shows an undo’s reason in the reader’s language, also of an undo’s undo', () => {
  const undoInSpanish = () => undoOf({ id: 'a', points: 50, reason: 'Gracias' }).reason
  setLanguage('es', catalog)
  const spanish = undoInSpanish()
  expect(readUndoReason('Undo: Undo: Gracias')).toBe('Deshacer: Deshacer: Gracias')
  setLanguage('en', {})
  expect(readUndoReason(spanish)).toBe('Undo: Gracias')
  expect(readUndoReason(`Undo: ${spanish}`)).toBe('Undo: Undo: Gracias')
  expect(readUndoReason('Undo it for Ann')).toBe('Undo it for Ann')
})
