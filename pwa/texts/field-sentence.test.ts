/** All field errors have a Spanish translation: the contract's own sentences are English. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { api } from '#schema/contract/api.ts'
import { operations } from '#schema/contract/operation.ts'
import { catalog } from './es/catalog.ts'
import { fieldSentence } from './field-sentence.ts'
import { setLanguage } from './language.ts'

const probes = ['', 'x', 'x'.repeat(9000), Number.NaN, -1, 1.5, 1e15, null, undefined, [], {}]

/** Sentences from zod itself, and sentences about values that people can't enter on any screen. */
const unseen = [
  /^Invalid|^Too (big|small)|^Unrecognized/,
  /^Give the kind of discount together|^Name each way to pay once|^Description must be text/,
  /^This is not (the name of an act|a valid (id|time|customer address))$/,
  /^At most \d+ operations a push$/,
]

beforeAll(() => setLanguage('es', catalog))
afterAll(() => setLanguage('en', {}))

/** Every sentence that an invalid value of a field can cause. */
function sentencesOf(schema: z.ZodMiniType): string[] {
  const { shape } = schema._zod.def as { shape?: Record<string, unknown> }
  if (!shape) return []
  return probes.flatMap((probe) => {
    const typed = Object.fromEntries(Object.keys(shape).map((name) => [name, probe]))
    return schema.safeParse(typed).error?.issues.map(({ message }) => message) ?? []
  })
}

const bodies = Object.values(api).flatMap((entry) => ('body' in entry ? [entry.body] : []))
const payloads = Object.values(operations).map(({ payload }) => payload)
const sentences = new Set([...bodies, ...payloads].flatMap((each) => sentencesOf(each)))
const seen = [...sentences].filter((sentence) => !unseen.some((known) => known.test(sentence)))

test('translates every field sentence into Spanish', () => {
  expect(seen.length).toBeGreaterThan(30)
  expect(seen.filter((sentence) => fieldSentence(sentence) === sentence)).toEqual([])
})
