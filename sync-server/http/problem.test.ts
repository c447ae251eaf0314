import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { answerError } from './problem.ts'

async function answerOf(refusal: Refusal) {
  const app = new Hono()
  app.get('/', (context) => answerError(context, refusal, 'request-1', () => {}))
  const response = await app.request('/')
  return {
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as { message: string },
  }
}

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [3_600, '60 minutes'],
  [7_200, '2 hours'],
])('words a limit that ends in %i seconds as "%s"', async (retryAfterSeconds, words) => {
  const { retryAfter, body } = await answerOf(new Refusal('too_many', { retryAfterSeconds }))
  expect(retryAfter).toBe(String(retryAfterSeconds))
  expect(body.message).toBe(`Too many attempts. Try again in ${words}.`)
})

test('keeps the message of other refusals', async () => {
  const refusal = new Refusal('under_way', { retryAfterSeconds: 2 })
  expect((await answerOf(refusal)).body.message).toBe(
    'We’re still working on that. Try again in a moment.',
  )
})
