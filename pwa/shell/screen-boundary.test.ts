import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { noteSaved } from '#pwa/device/last-saved.ts'
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
