import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrPath } from '#pwa/visitor/qr-path.ts'
import { limits } from '#schema/contract/limits.ts'
import { drawQrPng, drawQrSvg } from './download.ts'

const text = 'https://loyal.example/customer-signup/ABCDEFGH23'

/** The width of the quiet zone on its narrowest side, in modules. */
async function quietModules(image: ReturnType<typeof sharp>): Promise<number> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isDark = (x: number, y: number) => (data[(y * width + x) * channels] ?? 255) < 128
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isDark(x, y)) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
    }
  }
  const modulePixels = (right + 1 - left) / qrPath(text).size
  return Math.min(left, top, width - 1 - right, height - 1 - bottom) / modulePixels
}

test('draws a PNG large enough for a sticker, with four light modules around the code', async () => {
  const address = await drawQrPng(text, limits.qrPrintPixels)
  const image = sharp(Buffer.from(address.split(',')[1] ?? '', 'base64'))
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 })
  expect(await quietModules(image)).toBeGreaterThan(3.9)
})

test('draws the same code as an SVG', async () => {
  const address = await drawQrSvg(text)
  const svg = decodeURIComponent(address.replace('data:image/svg+xml,', ''))
  const image = sharp(Buffer.from(svg)).resize(1024, 1024, { kernel: 'nearest' })
  expect(svg).toContain('<svg xmlns=')
  expect(await quietModules(image)).toBeGreaterThan(3.9)
})
