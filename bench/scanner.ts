/**
 * The product's scanner in a real Chromium, with that browser's decoder, before a camera that shows
 * the clips of `qr-reader.test.ts`: how many are read within a second.
 */
import sharp from 'sharp'
import { frame, kindOf, seeded, shoot, textOf } from '#tests/support/qr-clips.ts'
import { askPage, openDeviceBed } from './device-bed.ts'
import { bar, type Figure, figure, least } from './figure.ts'

const clips = 60
const limitMs = 1000

export async function measure(): Promise<Figure[]> {
  const random = seeded()
  const pictures: string[] = []
  for (let clip = 0; clip < clips; clip += 1) {
    const pixels = await shoot(kindOf(clip), textOf(clip), random)
    const picture = sharp(pixels, { raw: { ...frame, channels: 3 } }).jpeg({ quality: 95 })
    pictures.push((await picture.toBuffer()).toString('base64'))
  }
  const { onPage } = await openDeviceBed(1)
  const looked = await onPage((page) => askPage(page, 'scan', pictures, limitMs))
  const wrong = looked.filter(({ text }, clip) => text !== null && text !== textOf(clip))
  // A busy machine may report a reading late.
  const inTime =
    looked.filter(({ text, ms }) => text !== null && ms <= limitMs).length - wrong.length
  return [
    figure(`read within ${limitMs} ms, of ${clips} clips`, (100 * inTime) / clips, '%', {
      bar: least(95),
    }),
    figure('read as something else', wrong.length, 'clips', { bar: bar(0) }),
  ]
}
