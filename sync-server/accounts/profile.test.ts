import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePhoto } from './profile.ts'

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#14594a' } })
}

/** Writes a minimal all-zero PNG by hand; sharp would take long to write one this size. */
function blackPng(width: number, height: number): Buffer {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const chunk = (type: string, content: Buffer) => {
    const checked = Buffer.concat([Buffer.from(type, 'latin1'), content])
    return Buffer.concat([uint32(content.length), checked, uint32(crc32(checked))])
  }
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test("doesn't enlarge a small picture", async () => {
  const webp = await encodePhoto(await plain(64, 48).png().toBuffer())
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
})

test('rotates a picture by its EXIF orientation', async () => {
  const sideways = await plain(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height } = await sharp(await encodePhoto(sideways)).metadata()
  expect([width, height]).toEqual([200, 400])
})

test('refuses malformed pictures and other formats', async () => {
  const png = await plain(64, 64).png().toBuffer()
  const bad = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.concat([png.subarray(0, 8), Buffer.from('<svg/>')]),
    png.subarray(0, png.length / 2),
    Buffer.from('RIFF\0\0\0\0WEBPnothing', 'latin1'),
    Buffer.from('ffd8ff00', 'hex'),
  ]
  for (const bytes of bad) {
    await expect(encodePhoto(bytes)).rejects.toMatchObject({ code: 'photo_unreadable' })
  }
})

test('refuses a picture with too many pixels without decoding it', async () => {
  const bomb = blackPng(9000, 9000)
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
  await expect(encodePhoto(bomb)).rejects.toMatchObject({ code: 'photo_too_many_pixels' })
})

test('refuses a very long row or column before decoding it', async () => {
  expect(await sharp(blackPng(3, 2)).metadata()).toMatchObject({ width: 3, height: 2 })
  const column = blackPng(1, 50_000_000)
  expect(column.length).toBeLessThan(200_000)
  await expect(encodePhoto(column)).rejects.toMatchObject({ code: 'photo_too_many_pixels' })
  await expect(encodePhoto(blackPng(10_001, 1))).rejects.toMatchObject({
    code: 'photo_too_many_pixels',
  })
  expect(await sharp(await encodePhoto(blackPng(1, 10_000))).metadata()).toMatchObject({ width: 1 })
})
