import { expect, test } from 'vitest'
import { onChanceToSend } from './chance-to-send.ts'

test('a page that stopped listening gets no more events', () => {
  const window = new EventTarget() as unknown as Window
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
  }) as unknown as Document
  let chances = 0
  const stop = onChanceToSend(
    () => {
      chances += 1
    },
    { window, document },
  )
  const bringBack = () => {
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    document.dispatchEvent(new Event('visibilitychange'))
  }
  bringBack()
  expect(chances).toBe(3)
  stop()
  bringBack()
  expect(chances).toBe(3)
})
