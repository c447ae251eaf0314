import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePhoto } from './photo.ts'

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#14594a' } })
}

test('a small picture is not blown up', async () => {
  const webp = await encodePhoto(await plain(64, 48).png().toBuffer())
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
})

test('a picture that was taken sideways stands upright', async () => {
  const sideways = await plain(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height } = await sharp(await encodePhoto(sideways)).metadata()
  expect([width, height]).toEqual([200, 400])
})

test('what calls itself a picture and is none is refused', async () => {
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

test('a picture of too many pixels is not unpacked', async () => {
  const bomb = await plain(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
  await expect(encodePhoto(bomb)).rejects.toMatchObject({ code: 'photo_too_many_pixels' })
})
