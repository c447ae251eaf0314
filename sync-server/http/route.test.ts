/**
 * Checks every field of every documented call and operation with many invalid values: people must
 * read our own messages.
 */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { toJSONSchema } from 'zod'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { type OperationName, operationEntry, operations } from '#schema/contract/operation.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { validate } from './route.ts'

const wrong = [null, '', 'x', 'x'.repeat(70_000), -1, 1.5, 9e15, true, [], ['x', 1], {}, { x: 1 }]
const librarys =
  /expected|received|Invalid (input|option|string|number|UUID|ISO|email|URL|date)|Too (big|small)|Unrecognized|<=|>=|undefined|NaN/

type Schema = z.core.$ZodType & Parameters<typeof validate>[0]

/** Each field alone, including those of nested objects, and all fields at once. */
function valuesFor({ properties = {} }: z.core.JSONSchema.BaseSchema): unknown[] {
  const fields = Object.entries(properties)
  const each = fields.flatMap(([name, field]) => {
    const values = typeof field === 'object' ? valuesFor(field) : wrong
    return values.map((value) => ({ [name]: value }))
  })
  const all = wrong.map((value) => Object.fromEntries(fields.map(([name]) => [name, value])))
  return [...wrong, ...each, ...all]
}

function bodiesFor(schema: Schema): unknown[] {
  return valuesFor(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

function sentencesOf(schema: Schema): string[] {
  return bodiesFor(schema).flatMap((body) => {
    try {
      validate(schema, body)
      return []
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { message, errors = [] } = error.details
      return [...(message ? [message] : []), ...errors.map((each) => each.message)]
    }
  })
}

const inputs: [string, Schema][] = [
  ...(Object.keys(api) as CallName[]).flatMap((name) => {
    const { body, query } = callEntry(name)
    const named: [string, Schema][] = []
    if (body) named.push([`${name} body`, body as Schema])
    if (query) named.push([`${name} query`, query as Schema])
    return named
  }),
  ...(Object.keys(operations) as OperationName[]).map((name): [string, Schema] => [
    name,
    operationEntry(name).payload as Schema,
  ]),
]

describe('shows no message of the validator’s own', () => {
  test.each(inputs)('%s', (_name, schema) => {
    const sentences = sentencesOf(schema)
    expect(sentences.length).toBeGreaterThan(0)
    expect([...new Set(sentences)].filter((sentence) => librarys.test(sentence))).toEqual([])
  })
})
