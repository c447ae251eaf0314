// Draws the app's icons from the one mark in pwa/public/favicon.svg: `node scripts/make-icons.js`.
import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

const mark = readFileSync('pwa/public/favicon.svg')
const green = '#14594a'
mkdirSync('pwa/public/icons', { recursive: true })

/**
 * @param {string} name
 * @param {number} size in pixels
 * @param {number} share of the square that the mark fills; the rest is its green, to the very edge
 */
async function draw(name, size, share) {
  const inner = Math.round(size * share)
  const drawn = await sharp(mark, { density: 600 }).resize(inner, inner).png().toBuffer()
  await sharp({
    create: { width: size, height: size, channels: 4, background: share < 1 ? green : '#0000' },
  })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(`pwa/public/icons/${name}.png`)
}

await draw('icon-192', 192, 1)
await draw('icon-512', 512, 1)
// The safe zone of a maskable icon is the inner 80 %; the mark has a margin of its own.
await draw('maskable-512', 512, 0.86)
// iOS rounds the corners itself.
await draw('apple-touch-icon', 180, 0.94)
