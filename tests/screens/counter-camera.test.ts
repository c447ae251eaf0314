/** The counter’s scanner without a camera that works, and with what a person can do instead. */
import { screen } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { backToSearch, otherDevice, pane, startShift } from './support/at-counter.ts'
import { network, prefer } from './support/browser.ts'
import { installCamera, refuseCamera, removeCamera } from './support/camera.ts'
import { fill, findField, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

const alerted = (words: string | RegExp) => screen.findByText(words, { selector: '[role=alert]' })

test.for([
  [
    'en',
    'NotAllowedError',
    'Camera access denied. Please enable camera permissions and try again.',
  ],
  ['en', 'NotReadableError', /^The camera is in use by another app\./],
  ['en', 'NotFoundError', /^This device has no camera we can use\./],
  ['en', null, /^This device has no camera we can use\./],
  ['es', 'NotAllowedError', /^Acceso a la cámara denegado\./],
  ['es', 'NotReadableError', /^Otra aplicación está usando la cámara\./],
  ['es', null, /^Este dispositivo no tiene una cámara/],
] as const)(
  'in %s, a camera refused with %s leaves photo and keys',
  async ([language, name, says], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join('Ingeborg')
    refuseCamera(name)
    onTestFinished(removeCamera)
    await prefer(language)
    await startShift(shop, member)
    await press(/^(Scan|Escanear)$/)
    await alerted(says)
    const code = await findField(/^(Or type a coupon code|O escribe el código de un cupón)$/)
    await user.type(code, `${member.memberId}{Enter}`)
    await pane(member.name)
  },
)

test('says that a photo has no code and why a typed one is refused, and accepts a coupon', async ({
  server,
  shop,
}) => {
  const { welcome } = await (await otherDevice(server, shop)).join('Walburga')
  refuseCamera('NotAllowedError')
  onTestFinished(removeCamera)
  await startShift(shop)
  await press('Scan')
  await alerted(/^Camera access denied/)
  const torn = new File(['torn'], 'torn.jpg', { type: 'image/jpeg' })
  await user.upload(await findField('Choose a Photo'), torn)
  await screen.findByText(/^We found no QR code in this photo\./)
  const type = async (text: string) => {
    await fill('Or type a coupon code', text)
    await press('Go')
  }
  await type('ABCD-EFGH')
  await screen.findByText(/^That isn’t one of our codes\./)
  await type('ABCD-EFGH-IIII')
  await screen.findByText(/^That is not a coupon code\./)
  expect(screen.queryByText('Valid')).toBeNull()
  await type(welcome)
  await screen.findByText('Valid')
})

test.for([
  ['en', /^The scanner needs a connection the first time\. Go online once, or type the code\.$/],
  ['es', /^El escáner necesita conexión la primera vez\. Conéctate una vez o escribe el código\.$/],
] as const)(
  'in %s, a code reader that doesn’t load is not ready, leaves the keys, and loads once online',
  async ([language, unready], { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join('Kunigunde')
    const requests = installCamera()
    onTestFinished(removeCamera)
    await prefer(language)
    await startShift(shop, member)
    const mend = network.cut(/\.wasm$/)
    await press(/^(Scan|Escanear)$/)
    await expect.poll(() => requests.length).toBe(1)
    const first = requests[0]?.()
    await alerted(unready)
    // The camera is free for other apps, and nothing claims that it reads codes.
    expect(first?.tracks).toMatchObject([{ isStopped: true }])
    expect(document.querySelector('video')).toBeNull()
    const code = await findField(/^(Or type a coupon code|O escribe el código de un cupón)$/)
    await user.type(code, `${member.memberId}{Enter}`)
    await pane(member.name)
    mend()
    await backToSearch()
    await press(/^(Scan|Escanear)$/)
    await expect.poll(() => requests.length).toBe(2)
    requests[1]?.()
    await screen.findByRole('combobox', { name: /^(Camera|Cámara)$/ })
    expect(screen.queryByText(unready)).toBeNull()
    await press(/^(Stop Scanning|Dejar de escanear)$/)
  },
)

test('opens another camera when the chosen one is unplugged', async ({ shop }) => {
  localStorage.setItem('regulars-counter-camera', 'Unplugged')
  const requests = installCamera('Unplugged')
  onTestFinished(() => {
    removeCamera()
    localStorage.removeItem('regulars-counter-camera')
  })
  await startShift(shop)
  await press('Scan')
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.()
  await screen.findByText('Point the camera at a member’s QR code or a coupon.')
  await screen.findByRole('combobox', { name: 'Camera' })
  expect(screen.queryByText(/^(The camera|This device has no camera)/)).toBeNull()
})

test('reports a camera that stopped, and starts it again', async ({ shop }) => {
  const requests = installCamera()
  onTestFinished(removeCamera)
  await startShift(shop)
  const video = () => document.querySelector('video')
  await press('Scan')
  await expect.poll(() => requests.length).toBe(1)
  const first = requests[0]?.()
  await expect.poll(() => video()?.paused).toBe(false)
  await screen.findByRole('combobox', { name: 'Camera' })
  first?.end()
  await screen.findByText(/^The camera stopped\./)
  screen.getByText('Choose a Photo')
  await press('Stop Scanning')
  await screen.findByText('Find or scan a member to start.')
  await press('Scan')
  await expect.poll(() => requests.length).toBe(2)
  const second = requests[1]?.()
  await expect.poll(() => video()?.srcObject).toBe(second?.stream)
  await expect.poll(() => video()?.paused).toBe(false)
  await press('Stop Scanning')
})
