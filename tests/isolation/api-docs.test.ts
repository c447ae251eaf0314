/** The API reference is open to everyone, runs no script and reveals nothing about anyone. */
import { expect, test } from 'vitest'
import { toOpenApi } from '#sync-server/http/openapi.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'

const running = serverOfFile()

test('serves the document generated from the catalog', async () => {
  const answer = await new TestBrowser(running.url).send('GET', '/api/docs/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(toOpenApi(running.server.config.publicUrl))
})

test('lists every call on a page without scripts', async () => {
  const answer = await new TestBrowser(running.url).send('GET', '/api/docs')
  const page = String(answer.body)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=UTF-8',
  ])
  expect(page).toContain('POST /api/auth/login')
  expect(page).toContain('<code>purchase.record</code>')
  expect(page).not.toMatch(/<script|\son\w+=/)
})

test('fails the test that receives an undocumented answer', async () => {
  const browser = new TestBrowser(running.url)
  browser.send = async () => ({
    status: 200,
    body: { requiresVerification: 'no' } as never,
    headers: new Headers(),
  })
  await expect(browser.call('auth.login', { body: {} })).rejects.toThrow('not documented')
})
