// Draws the app's icons from the mark in pwa/public/favicon.svg: `node build/make-icons.js`.
import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

const mark = readFileSync('pwa/public/favicon.svg')
const green = '#14594a'
mkdirSync('pwa/public/icons', { recursive: true })

/**
 * @param {string} name
 * @param {number} size in pixels
 * @param {number} share of the square for the mark; its green fills the rest to the edge
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
// A maskable icon's safe zone is the inner 80 %; the mark has its own margin.
await draw('maskable-512', 512, 0.86)
// iOS rounds the corners itself.
await draw('apple-touch-icon', 180, 0.94)

// Launchers recolor it, so only the shape counts: cut out the ring around the dot.
const letter = /<path[^>]*\/>/.exec(mark.toString())?.[0] ?? ''
const shape = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <mask id="ring"><rect width="64" height="64" fill="#fff"/>
    <circle cx="34" cy="27.5" r="9" fill="#000"/><circle cx="34" cy="27.5" r="6.5" fill="#fff"/></mask>
  <g mask="url(#ring)">${letter}</g></svg>`)
const monochrome = await sharp(shape, { density: 600 }).resize(380, 380).png().toBuffer()
await sharp({ create: { width: 512, height: 512, channels: 4, background: '#0000' } })
  .composite([{ input: monochrome, gravity: 'centre' }])
  .png({ compressionLevel: 9, palette: true })
  .toFile('pwa/public/icons/monochrome-512.png')
