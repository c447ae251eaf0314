/**
 * White label: a business's name, colors and logo, the defaults for new businesses, and mails.
 *
 * @module-tag deep
 */
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
const visitor = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  owner = await visitor().signIn(shop.ownerEmail)
})

const paramsOf = ({ businessId }: TestBusiness) => ({ businessId })
const lookUp = async () =>
  (await visitor().call('signUp.lookUp', { params: { code: shop.code } })).body

function upload(bytes: Buffer, type = 'image/png', who = owner) {
  return fetch(`${running.url}/api/business/${shop.businessId}/logo`, {
    method: 'POST',
    headers: { Cookie: who.cookie, 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' },
    body: new Uint8Array(bytes),
  })
}

function picture(width: number, height: number, noise = false) {
  const create = { width, height, channels: 4, background: '#c0392b80' } as const
  return sharp({
    create: noise ? { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } : create,
  })
}

describe('a business’s branding', () => {
  test('is agreed to once its owner saves it, even unchanged', async () => {
    const shown = async () =>
      (await owner.call('business.get', { params: paramsOf(shop) })).body.brandAgreed
    const admin = await signInSuperAdmin(running)
    await admin.call('business.updateBranding', { params: paramsOf(shop), body: { name: 'Pier' } })
    expect(await shown()).toBe(false)
    const saved = await owner.call('business.updateBranding', { params: paramsOf(shop), body: {} })
    expect(saved.body).toMatchObject({ brandAgreed: true, name: 'Pier', primaryColor: '#3B82F6' })
    expect(await shown()).toBe(true)
  })

  test('changes only what is sent, and its public pages follow', async () => {
    const before = await lookUp()
    const changed = await owner.call('business.updateBranding', {
      params: paramsOf(shop),
      body: { name: 'Kiosk 7', accentColor: '#00AA55' },
    })
    expect(changed.body).toMatchObject({ name: 'Kiosk 7', primaryColor: '#3B82F6' })
    expect((await lookUp()).business).toEqual({
      ...before.business,
      name: 'Kiosk 7',
      accentColor: '#00AA55',
      // Its address names the content.
      touchIcon: expect.stringContaining(`/api/app-icon/${shop.businessId}?`),
    })
    const [line] = (await owner.call('business.audit', { params: paramsOf(shop) })).body
    expect(line?.act).toBe('business.updateBranding')
  })

  test('rejects invalid colors and empty or overlong names', async () => {
    const wrong = [
      { primaryColor: 'red' },
      { primaryColor: '#12345' },
      { accentColor: '#123456;background:url(x)' },
      { name: '   ' },
      { name: 'x'.repeat(limits.businessNameLength + 1) },
    ]
    for (const body of wrong) {
      const answer = await owner.call('business.updateBranding', { params: paramsOf(shop), body })
      expect([body, answer.status]).toEqual([body, 400])
    }
  })

  test('is refused while the feature is off, except for super admins', async () => {
    const admin = await signInSuperAdmin(running)
    const features = { whiteLabel: false }
    await admin.call('admin.updateBusiness', { params: paramsOf(shop), body: { features } })
    const body = { primaryColor: '#112233' }
    const refused = await owner.call('business.updateBranding', { params: paramsOf(shop), body })
    expect([refused.status, refused.body.code]).toEqual([403, 'feature_off'])
    expect((await upload(await picture(8, 8).png().toBuffer())).status).toBe(403)
    const changed = await admin.call('business.updateBranding', { params: paramsOf(shop), body })
    expect(changed.body).toMatchObject(body)
  })

  test('is read-only while the business is suspended and after its trial, each with its own message', async () => {
    const admin = await signInSuperAdmin(running)
    await admin.call('admin.updateBusiness', { params: paramsOf(shop), body: { suspended: true } })
    const answer = await owner.call('business.updateBranding', {
      params: paramsOf(shop),
      body: { primaryColor: '#112233' },
    })
    expect(answer.body.code).toBe('read_only')
    await admin.call('admin.updateBusiness', { params: paramsOf(shop), body: { suspended: false } })
    await running.sql`update business set plan = 'trial', trial_ends_at = now() - interval '1 day'
      where id = ${shop.businessId}`
    const late = await owner.call('business.updateBranding', {
      params: paramsOf(shop),
      body: { primaryColor: '#112233' },
    })
    expect([late.status, late.body.code]).toEqual([403, 'trial_ended'])
  })
})

describe('a logo', () => {
  test('is re-encoded as a PNG that fits, under a new public URL each time', async () => {
    const first = await upload(await picture(1200, 600, true).jpeg().toBuffer(), 'image/jpeg')
    expect(first.status).toBe(200)
    const { logoUrl } = (await first.json()) as { logoUrl: string }
    expect(logoUrl).toMatch(/^\/logo\/[0-9a-f-]{36}$/)
    expect((await lookUp()).business.logoUrl).toBe(logoUrl)

    const served = await fetch(running.url + logoUrl)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('cache-control')).toContain('immutable')
    expect(bytes.length).toBeLessThanOrEqual(serverLimits.logoBytes)
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect([format, exif]).toEqual(['png', undefined])
    expect(Math.max(width, height)).toBeLessThanOrEqual(serverLimits.logoPixels)

    const icon = await fetch(`${running.url}/api/app-icon/${shop.businessId}?shape=512`)
    const drawn = sharp(Buffer.from(await icon.arrayBuffer()))
    const corner = await drawn.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
    expect([...corner.subarray(0, 3)]).toEqual([255, 255, 255])
    // Android crops a maskable icon to a circle of 80 percent: the logo stays inside.
    const cropped = await fetch(`${running.url}/api/app-icon/${shop.businessId}?shape=maskable`)
    const edge = await sharp(Buffer.from(await cropped.arrayBuffer()))
      .extract({ left: 0, top: 0, width: 80, height: 512 })
      .raw()
      .toBuffer()
    expect(edge.every((part) => part === 255)).toBe(true)

    const second = (await (await upload(await picture(40, 40).png().toBuffer())).json()) as {
      logoUrl: string
    }
    expect(second.logoUrl).not.toBe(logoUrl)
    expect((await fetch(running.url + logoUrl)).status).toBe(404)

    const removed = await owner.call('business.removeLogo', { params: paramsOf(shop) })
    expect(removed.body.logoUrl).toBeNull()
    expect((await fetch(running.url + second.logoUrl)).status).toBe(404)
  })

  test('that was photographed sideways is rotated upright', async () => {
    const sideways = picture(400, 200).flatten().jpeg().withMetadata({ orientation: 6 })
    const { logoUrl } = (await (await upload(await sideways.toBuffer())).json()) as {
      logoUrl: string
    }
    const served = await (await fetch(running.url + logoUrl)).arrayBuffer()
    const { width, height, orientation } = await sharp(Buffer.from(served)).metadata()
    expect([width, height, orientation]).toEqual([200, 400, undefined])
  })

  test('is rejected if it is an SVG, another file type, too large, or has too many pixels', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    expect((await upload(svg, 'image/svg+xml')).status).toBe(415)
    expect((await upload(svg)).status).toBe(400)
    expect((await upload(Buffer.from('<!doctype html><script>1</script>'))).status).toBe(400)
    // Real decompression bombs: sync-server/accounts/profile.test.ts.
    const wide = await upload(
      await picture(serverLimits.photoSidePixels + 1, 1)
        .png()
        .toBuffer(),
    )
    expect(await wide.json()).toMatchObject({ status: 400, code: 'photo_too_many_pixels' })
    expect((await upload(Buffer.alloc(serverLimits.photoBytes + 1))).status).toBe(413)
    expect((await lookUp()).business.logoUrl).toBeNull()
  })

  test('is limited per business and hour, since decoding pictures is slow', async () => {
    const { logosPerBusinessPerHour } = serverLimits
    Object.assign(serverLimits, { logosPerBusinessPerHour: 2 })
    onTestFinished(() => void Object.assign(serverLimits, { logosPerBusinessPerHour }))
    const small = await picture(8, 8).png().toBuffer()
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await upload(small)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('can’t be changed by other businesses, staff or visitors', async () => {
    const png = await picture(8, 8).png().toBuffer()
    const stranger = await visitor().signIn((await createTestBusiness(running)).ownerEmail)
    const staff = await visitor().signIn(shop.staffEmail)
    expect((await upload(png, 'image/png', stranger)).status).toBe(404)
    expect((await upload(png, 'image/png', staff)).status).toBe(403)
    expect((await upload(png, 'image/png', visitor())).status).toBe(401)
  })
})

test('sends mails in the business’s name with its logo and legible colors', async () => {
  await owner.call('business.updateBranding', {
    params: paramsOf(shop),
    body: { name: '<b>Kiosk</b>', primaryColor: '#FFEE00', accentColor: '#00AA55' },
  })
  await upload(await picture(40, 40).png().toBuffer())
  const { memberId: _, ...person } = signUpPayload()
  const join = () =>
    visitor().call('customer.signUp', { params: { code: shop.code }, body: person })
  await join()
  expect((await join()).status).toBe(409)
  const { html } = await readMail(running, person.email)
  expect(html).toContain('background:#ffee00;color:#16130d')
  expect(html).toContain('border-top:4px solid #00AA55')
  expect(html).toMatch(/ src="http:\/\/[^"]+\/logo\/[0-9a-f-]{36}"/)
  expect(html).toContain('&lt;b&gt;Kiosk&lt;/b&gt;')
})

test('applies a super admin’s default colors to new businesses only', async () => {
  const admin = await signInSuperAdmin(running)
  const colors = { primaryColor: '#101010', secondaryColor: '#202020', accentColor: '#303030' }
  expect((await admin.call('admin.branding')).body.primaryColor).toBe('#3B82F6')
  await admin.call('admin.updateBranding', { body: colors })
  expect((await admin.call('admin.branding')).body).toEqual(colors)
  const made = await admin.call('admin.createBusiness', {
    body: { name: 'Later', email: 'later@example.com' },
  })
  expect(made.body).toMatchObject(colors)
  expect((await lookUp()).business.primaryColor).toBe('#3B82F6')

  // Two changes of different colors don't overwrite each other.
  await admin.call('admin.updateBranding', { body: { primaryColor: '#112233' } })
  const changed = await admin.call('admin.updateBranding', { body: { accentColor: '#445566' } })
  const both = { primaryColor: '#112233', secondaryColor: '#202020', accentColor: '#445566' }
  expect(changed.body).toEqual(both)
  expect((await admin.call('admin.updateBranding', { body: {} })).body).toEqual(both)
})
