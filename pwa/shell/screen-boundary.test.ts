import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call } from '#pwa/api/call.ts'
import { noteSaved } from '#pwa/api/last-saved.ts'
import { callAsMember } from '#pwa/api/member-call.ts'
import { BrokenScreen } from './screen-boundary.tsx'

test('says on a broken screen that the last saved thing is safe, with a link to it', () => {
  const shown = () => renderToStaticMarkup(createElement(BrokenScreen))
  expect(shown()).toContain('Check your connection')
  noteSaved({ kind: 'signUp', address: '/customer/abc' })
  expect(shown()).toContain('Your sign-up is saved. You don’t need to sign up again.')
  expect(shown()).toContain('<a href="/customer/abc"')
  expect(shown()).not.toContain('Check your connection')
  noteSaved({ kind: 'change', address: '/outbox' })
  expect(shown()).toContain('Your last change is saved on this device.')
  expect(shown()).toContain('<a href="/outbox"')
})

test('says on a broken screen that a change sent straight to the server was made', async () => {
  const shown = () => renderToStaticMarkup(createElement(BrokenScreen))
  const answer = (status: number, body: object) =>
    vi.stubGlobal('fetch', async () => {
      const headers = { 'Regulars-Api': '1' }
      return new Response(JSON.stringify(body), { status, headers })
    })
  const at = (pathname: string) => vi.stubGlobal('location', { pathname })
  onTestFinished(() => void vi.unstubAllGlobals())
  const reward = { name: 'Cake', pointsRequired: 50 }
  const create = () =>
    call('business.createReward', { params: { businessId: 'b' }, body: reward as never })

  noteSaved({ kind: 'change', address: '/outbox' })
  at('/business-dashboard/qr-codes')
  answer(200, [])
  await call('business.qrCodes', { params: { businessId: 'b' } })
  answer(422, { code: 'validation_failed', message: 'No' })
  await expect(create()).rejects.toThrow()
  expect(shown()).toContain('<a href="/outbox"')

  answer(201, reward)
  await create()
  expect(shown()).toContain('Your last change was made. You don’t need to make it again.')
  expect(shown()).toContain('<a href="/business-dashboard/qr-codes"')

  at('/customer/abc')
  await callAsMember('customer.changeConsents', {
    params: { customerId: 'abc' },
    body: { sms: false } as never,
  })
  expect(shown()).toContain('<a href="/customer/abc"')
})
