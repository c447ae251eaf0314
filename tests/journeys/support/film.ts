/**
 * Films for Chromium's fake camera: one code after another, as if held by hand, a little tilted and
 * out of focus. The frames are the same on every machine.
 */
import { writeFileSync } from 'node:fs'
import QRCode from 'qrcode'
import sharp from 'sharp'

const size = { width: 1280, height: 720 }
/** At 30 frames a second each code is held for two seconds. */
const framesOfEach = 6
const shownTimes = 10

export async function writeFilm(path: string, texts: readonly string[]): Promise<void> {
  const frames: Buffer[] = []
  for (const text of texts) {
    const places = Array.from({ length: framesOfEach }, (_, at) => at * 4)
    const moves = await Promise.all(places.map((at) => frameOf(text, at)))
    for (let time = 0; time < shownTimes; time += 1) frames.push(...moves)
  }
  // Motion JPEG is a sequence of JPEG pictures.
  writeFileSync(path, Buffer.concat(frames))
}

async function frameOf(text: string, at: number): Promise<Buffer> {
  const card = await sharp(await QRCode.toBuffer(text, { width: 300, margin: 4 }))
    .rotate(-18 + at, { background: '#8a8d86' })
    .toBuffer()
  return sharp({ create: { ...size, channels: 3, background: '#8a8d86' } })
    .composite([{ input: card, left: 440 + at, top: 160 + (at % 5) }])
    .blur(1.2)
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A photo of a code, as a person might upload it. */
export const photoOf = (text: string): Promise<Buffer> => frameOf(text, 0)
