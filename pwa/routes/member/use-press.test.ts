/** One press triggers one action, however often the button is tapped. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { toastStore } from '#pwa/ui/toast-store.ts'
import { useSenses } from './feedback.ts'
import { usePress } from './use-press.ts'

beforeEach(() => {
  renderToString(createElement(Pressed))
  useSenses.setState({ sound: false, vibration: false })
})

let press: ReturnType<typeof usePress>
function Pressed() {
  press = usePress()
  return null
}

test('ignores a second press during and after a successful first one', async () => {
  const work = vi.fn(async () => {})
  await Promise.all([press('Not done', work), press('Not done', work)])
  await press('Not done', work)
  expect(work).toHaveBeenCalledTimes(1)
})

test('reports a failure and accepts another press', async () => {
  const work = vi.fn(async () => {})
  work.mockRejectedValueOnce(new Error('full'))
  await press('Not done', work)
  expect(toastStore.getState().toast?.title).toBe('Not done')
  await press('Not done', work)
  await press('Not done', work)
  expect(work).toHaveBeenCalledTimes(2)
})
