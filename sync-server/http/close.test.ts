/** A server that stops: it leaves first, finishes calls, and is impatient on request. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Drain } from '#sync-server/drain.ts'
import { Metrics } from '#sync-server/telemetry.ts'
import type { HttpEnv } from './call.ts'
import { closeWhenDone } from './close.ts'
import { requestLog } from './request.ts'

async function open() {
  const drain = new Drain()
  let finish = () => {}
  const call = new Promise<void>((resolve) => {
    finish = resolve
  })
  const app = new Hono<HttpEnv>()
  app.use(requestLog({ epoch: 'one', metrics: new Metrics(), drain, log: () => {} }))
  app.get('/quick', (context) => context.text('quick'))
  app.get('/slow', async (context) => {
    await call
    return context.text('slow')
  })
  const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!http.listening) await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { drain, finish, http, url }
}

test('answers calls while proxies notice, and asks for another connection', async () => {
  const { drain, finish, http, url } = await open()
  const notice = new AbortController()
  const slow = fetch(`${url}/slow`)
  const closed = closeWhenDone(http, drain, { noticeMs: 60_000, hurry: notice.signal })
  const quick = await fetch(`${url}/quick`)
  expect(await quick.text()).toBe('quick')
  expect(quick.headers.get('connection')).toBe('close')
  expect(drain.isLeaving).toBe(true)
  expect(drain.ending.aborted).toBe(false)
  finish()
  expect(await (await slow).text()).toBe('slow')
  notice.abort()
  await closed
  await expect(fetch(`${url}/quick`)).rejects.toThrow()
})

test('lets a call under way finish after the listener has closed', async () => {
  const { drain, finish, http, url } = await open()
  const arrived = once(http, 'request')
  const slow = fetch(`${url}/slow`)
  await arrived
  const closed = closeWhenDone(http, drain, { noticeMs: 0, hurry: new AbortController().signal })
  await expect.poll(() => http.listening).toBe(false)
  expect(drain.ending.aborted).toBe(true)
  finish()
  expect(await (await slow).text()).toBe('slow')
  await closed
})

test('cuts calls when it is in a hurry', async () => {
  const { drain, http, url } = await open()
  const arrived = once(http, 'request')
  const slow = fetch(`${url}/slow`)
  await arrived
  const hurry = new AbortController()
  const closed = closeWhenDone(http, drain, { noticeMs: 60_000, hurry: hurry.signal })
  hurry.abort()
  await expect(slow).rejects.toThrow()
  await closed
})
