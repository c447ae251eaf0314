/**
 * The scanner on 60 clips of what a camera at a counter sees: codes that are tilted, dim, blurred,
 * small or damaged. A clip is one second of frames, generated from a fixed seed. At least 95 % must
 * be read within the second.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openQrReader, type QrReader, regionOf } from '#pwa/visitor/qr-reader.ts'
import { deep } from '#tests/support/level.ts'
import { frame, kindOf, seeded, shoot, textOf } from '#tests/support/qr-clips.ts'

/** The scanner's rate when each look takes its time. */
const looksPerSecond = 6

/** Browser classes that Node lacks. */
class Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
class Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  constructor(x: number, y: number, width: number, height: number) {
    this.x = x
    this.y = y
    this.width = width
    this.height = height
  }
}

let reader: QrReader
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const headers = { 'Content-Type': 'application/wasm' }
  vi.stubGlobal('ImageData', Pixels)
  vi.stubGlobal('DOMRectReadOnly', Rectangle)
  vi.stubGlobal('fetch', async () => new Response(await readFile(wasm), { headers }))
  reader = await openQrReader()
})
afterAll(() => vi.unstubAllGlobals())

async function lookAt(pixels: Buffer, turn: number): Promise<string[]> {
  const region = regionOf(turn, frame.width, frame.height)
  const { x: left, y: top, width, height, drawnWidth, drawnHeight } = region
  const { data } = await sharp(pixels, { raw: { ...frame, channels: 3 } })
    .extract({ left, top, width, height })
    .resize(drawnWidth, drawnHeight, { fit: 'fill', kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = new Pixels(new Uint8ClampedArray(data), drawnWidth, drawnHeight)
  return reader.read(seen as unknown as ImageData)
}

/** Twelve clips cover each of the five kinds at least twice. */
for (const [level, clips] of [[{}, 12] as const, [deep, 60] as const]) {
  const title = `reads at least 95 % of ${clips} clips within a second, and never another text`
  test(title, { ...level, timeout: 120_000 }, async () => {
    const random = seeded()
    const missed: string[] = []
    for (let clip = 0; clip < clips; clip += 1) {
      const kind = kindOf(clip)
      const text = textOf(clip)
      let read: string[] = []
      for (let look = 0; look < looksPerSecond && read.length === 0; look += 1) {
        read = await lookAt(await shoot(kind, text, random), look)
      }
      if (read.length === 0) missed.push(`${kind} ${clip}`)
      else expect(read).toEqual([text])
    }
    expect(missed.length, `missed: ${missed.join(', ')}`).toBeLessThanOrEqual(clips * 0.05)
  })
}

test('finds nothing in a blank picture', async () => {
  const blank = Buffer.alloc(frame.width * frame.height * 3, 0x80)
  for (let look = 0; look < 3; look += 1) expect(await lookAt(blank, look)).toEqual([])
})
