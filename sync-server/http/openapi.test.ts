import { expect, test } from 'vitest'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { operations } from '#schema/contract/operation.ts'
import { toOpenApi } from './openapi.ts'

const document = toOpenApi('https://r.example')
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method, call })),
)

test('lists every call of the catalog once, at its path', () => {
  const listed = calls.map(({ path, method, call }) => [call.operationId, method, path]).sort()
  const expected = (Object.keys(api) as CallName[]).map((name) => {
    const { method, path } = callEntry(name)
    return [name, method.toLowerCase(), path.replace(/:(\w+)/g, '{$1}')]
  })
  expect(listed).toEqual(expected.sort())
})

test('declares every path parameter and every operation', () => {
  for (const { path, call } of calls) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = call.parameters.filter((given) => (given as { in: string }).in === 'path')
    expect(declared.map((given) => (given as { name: string }).name)).toEqual(named)
  }
  for (const name of Object.keys(operations)) {
    expect(document.components.schemas).toHaveProperty([`operation.${name}`])
  }
})

test('has no dangling reference', () => {
  const text = JSON.stringify(document)
  const targets = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
  expect(targets.length).toBeGreaterThan(10)
  for (const [, name = ''] of targets) expect(document.components.schemas).toHaveProperty([name])
})

test('describes bodies and answers by their fields', () => {
  const login = calls.find(({ call }) => call.operationId === 'auth.login')?.call
  expect(login).toMatchObject({
    security: [],
    requestBody: {
      content: { 'application/json': { schema: { required: ['email', 'password'] } } },
    },
  })
  const answer = login?.responses['200']?.content?.['application/json']?.schema
  expect(answer).toMatchObject({ additionalProperties: false })
})
