// Draws the app's icons from the one mark in pwa/public/favicon.svg.
import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

const mark = readFileSync('pwa/public/favicon.svg')
const paper = '#14594a'
mkdirSync('pwa/public/icons', { recursive: true })

async function draw(name, size, share) {
  const inner = Math.round(size * share)
  const drawn = await sharp(mark, { density: 600 }).resize(inner, inner).png().toBuffer()
  await sharp({
    create: { width: size, height: size, channels: 4, background: share < 1 ? paper : '#0000' },
  })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toFile(`pwa/public/icons/${name}.png`)
}

await draw('icon-192', 192, 1)
await draw('icon-512', 512, 1)
// The safe zone of a maskable icon is the inner 80 %.
await draw('maskable-512', 512, 0.8)
await draw('apple-touch-icon', 180, 0.86)
