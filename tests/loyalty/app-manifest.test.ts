/** The installable app of a business's counter and of a member's card. */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AppManifest } from '#schema/contract/app-manifest.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let cafe: TestBusiness
let gym: TestBusiness

beforeAll(async () => {
  cafe = await createTestBusiness(running, { name: 'Élan Café', primaryColor: '#AA3311' })
  gym = await createTestBusiness(running, {
    name: '☕️ 咖啡',
    primaryColor: '#225588',
    features: { qrCodes: true, loyalty: true, whiteLabel: false, analytics: true },
  })
})

async function join(business: TestBusiness): Promise<string> {
  const { memberId: _, ...payload } = signUpPayload()
  const visitor = new TestBrowser(running.url)
  const joined = await visitor.call('customer.signUp', {
    params: { code: business.code },
    body: payload,
  })
  return joined.body.customer.id
}

async function readManifest(path: string, browser = new TestBrowser(running.url)) {
  const { status, body, headers } = await browser.send('GET', path)
  return { status, manifest: body as AppManifest, type: headers.get('content-type') }
}

async function readIcon(src: string) {
  const answer = await fetch(running.url + src)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes, picture: await sharp(bytes).metadata() }
}

test('sends security headers with icons and manifests, and no referrer from a card', async () => {
  const paths = [
    [`/api/customer/${await join(cafe)}/app-manifest`, 'no-referrer'],
    [`/api/app-icon/${cafe.businessId}`, null],
  ] as const
  for (const [path, referrer] of paths) {
    const { headers } = await fetch(running.url + path)
    expect(headers.get('referrer-policy')).toBe(referrer)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})

test('installs a member’s card as an app of its own that opens the card', async () => {
  const [first, second] = [await join(cafe), await join(gym)]
  const ofCafe = await readManifest(`/api/customer/${first}/app-manifest`)
  const ofGym = await readManifest(`/api/customer/${second}/app-manifest`)
  expect(ofCafe.type).toBe('application/manifest+json')
  expect(ofCafe.manifest).toMatchObject({
    name: 'Élan Café',
    start_url: `/customer/${first}`,
    theme_color: '#AA3311',
  })
  expect(ofCafe.manifest.id).not.toBe(ofGym.manifest.id)
  // The id stays when the key changes, and must not reveal it.
  expect(ofCafe.manifest.id).not.toContain(first)
})

test('installs the counter under the business’s name for staff, and refuses strangers', async () => {
  const staff = new TestBrowser(running.url)
  await staff.signIn(cafe.staffEmail)
  const path = `/api/business/${cafe.businessId}/app-manifest`
  const { manifest } = await readManifest(path, staff)
  expect(manifest).toMatchObject({
    name: 'Élan Café',
    start_url: '/counter',
    display: 'standalone',
  })
  expect((await readManifest(path)).status).toBe(401)
})

describe('icons', () => {
  test('have the size that the manifest promises', async () => {
    const { manifest } = await readManifest(`/api/customer/${await join(cafe)}/app-manifest`)
    for (const icon of manifest.icons) {
      const { picture, answer } = await readIcon(icon.src)
      expect(`${picture.width}x${picture.height}`).toBe(icon.sizes)
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  })

  test('show the business’s letter on its colors, and change their URL with them', async () => {
    const src = `/api/app-icon/${cafe.businessId}?shape=maskable`
    const { bytes } = await readIcon(src)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const pixelAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ]
    expect(pixelAt(2, 2).map((part, n) => Math.abs(part - ([0xaa, 0x33, 0x11][n] ?? 0)))).toEqual([
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
    ])
    const whites = Array.from({ length: info.width }, (_, x) => pixelAt(x, 256)).filter((pixel) =>
      pixel.every((part) => part > 240),
    )
    expect(whites.length).toBeGreaterThan(10)

    await running.sql`update business set primary_color = '#225588' where id = ${cafe.businessId}`
    const other = await sharp((await readIcon(src)).bytes)
      .raw()
      .toBuffer()
    const parts = [0x22, 0x55, 0x88].map((part, n) => Math.abs(part - (other[n] ?? 0)))
    expect(Math.max(...parts)).toBeLessThan(6)
  })

  test('are drawn for a name without a letter of our font', async () => {
    const { picture } = await readIcon(`/api/app-icon/${gym.businessId}?shape=192`)
    expect(picture).toMatchObject({ format: 'png', width: 192 })
  })

  test('are the product’s without white label', async () => {
    const { manifest } = await readManifest(`/api/customer/${await join(gym)}/app-manifest`)
    expect(manifest.icons.every(({ src }) => src.startsWith('/icons/'))).toBe(true)
    expect(manifest.theme_color).toBe('#14594a')
  })

  test('don’t exist for an unknown business', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await fetch(`${running.url}/api/app-icon/${unknown}`)).status).toBe(404)
  })
})
