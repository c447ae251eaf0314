/**
 * Toasts: one at a time; Dismiss, Escape or a swipe of 50 px closes the one that is shown.
 *
 * @module-tag deep
 */
import { fireEvent, screen } from '@testing-library/dom'
import { network, open, signIn } from './support/browser.ts'
import { press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

test('shows one toast at a time, and closes it by a swipe of 50 px, Escape or Dismiss', async ({
  shop,
}) => {
  network.cut(/\/plan-requests$/)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/plan')
  const card = () => document.querySelector('[data-toasts] [role] > *')
  /** A failure's toast stays until a person closes it. */
  const fail = async () => {
    await press('Ask for Enterprise')
    await expect.poll(() => card()?.textContent).toContain('Couldn’t send the request')
  }
  const swipe = (px: number) => {
    const pointer = { bubbles: true, pointerId: 1 }
    const words = screen.getByText('Couldn’t send the request')
    fireEvent.pointerDown(words, { ...pointer, clientX: 100 })
    fireEvent.pointerUp(words, { ...pointer, clientX: 100 + px })
  }
  await fail()
  const first = card()
  await fail()
  await expect.poll(() => card() !== first).toBe(true)
  expect(document.querySelectorAll('[data-toasts] [role] > *')).toHaveLength(1)
  swipe(49)
  await user.keyboard('{F8}')
  await expect.poll(() => document.activeElement?.hasAttribute('data-toasts')).toBe(true)
  expect(card()).not.toBeNull()
  swipe(50)
  await expect.poll(card).toBeNull()
  await fail()
  await user.keyboard('{F8}{Escape}')
  await expect.poll(card).toBeNull()
  await fail()
  await press('Dismiss')
  await expect.poll(card).toBeNull()
})
