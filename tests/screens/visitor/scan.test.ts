/** The sign-up page's scanner with a camera that is slow to open, and without a code reader. */
import { screen } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { network, open } from '#tests/screens/support/browser.ts'
import { installCamera, removeCamera } from '#tests/screens/support/camera.ts'
import { fill, press } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'

test('a camera stopped while opening and started again shows the second request', async () => {
  const requests = installCamera()
  onTestFinished(removeCamera)
  await open('/customer-signup')
  await press('Start QR Code Scanner')
  await expect.poll(() => requests.length).toBe(1)
  await press('Stop Scanning')
  await press('Start QR Code Scanner')
  await expect.poll(() => requests.length).toBe(2)
  const second = requests[1]?.()
  const video = () => document.querySelector('video')
  await expect.poll(() => video()?.srcObject).toBe(second?.stream)
  await expect.poll(() => video()?.paused).toBe(false)
  // The first request is answered last, so its camera is stopped at once.
  const first = requests[0]?.()
  await expect.poll(() => first?.tracks).toMatchObject([{ isStopped: true }])
  expect(video()?.srcObject).toBe(second?.stream)
  expect(second?.tracks).toMatchObject([{ isStopped: false }])
  await press('Stop Scanning')
  await expect.poll(() => second?.tracks).toMatchObject([{ isStopped: true }])
})

test('without a code reader, releases the camera and leaves the code to type', async ({ shop }) => {
  const requests = installCamera()
  onTestFinished(removeCamera)
  network.cut(/\.wasm$/)
  await open('/customer-signup')
  await press('Start QR Code Scanner')
  await expect.poll(() => requests.length).toBe(1)
  const opened = requests[0]?.()
  await screen.findByText('We can’t use a camera on this device. Enter the code instead.')
  expect(opened?.tracks).toMatchObject([{ isStopped: true }])
  await fill('Or enter the code', shop.code)
  await press('Continue')
  await screen.findByRole('button', { name: 'Join Now' })
})

test('offers the other language', async () => {
  await open('/customer-signup')
  await screen.findByRole('button', { name: 'Español' })
})
