/**
 * The icon of a business's own app: its logo, or its name's first letter on its colors, drawn from
 * the product font's outlines, so it looks the same on a server without fonts.
 */
import { createRequire } from 'node:module'
import type { Font, Glyph } from 'fontkit'
import sharp from 'sharp'
import type { AppIconShape } from '#schema/contract/app-manifest.ts'
import { limitConcurrency } from '#sync-server/concurrency-limit.ts'
import { refuseBusy } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

interface IconBrand {
  name: string
  primaryColor: string
  secondaryColor: string
}

const pixels: Record<AppIconShape, number> = { 192: 192, 512: 512, maskable: 512, apple: 180 }
/** Share of the square for the letter; a maskable icon is cropped to the inner 80 percent. */
const letterShare: Record<AppIconShape, number> = {
  192: 0.46,
  512: 0.46,
  maskable: 0.36,
  apple: 0.46,
}
const inTurn = limitConcurrency({
  atOnce: serverLimits.iconsAtOnce,
  waitingMax: serverLimits.iconsWaiting,
  refuse: refuseBusy,
})
const fontFiles = ['figtree-latin-700-normal.woff', 'figtree-latin-ext-700-normal.woff']
let fonts: Promise<Font[]> | null = null

export async function drawAppIcon(brand: IconBrand, shape: AppIconShape): Promise<Buffer> {
  const svg = Buffer.from(await iconSvg(brand, shape))
  return inTurn(() => sharp(svg).png({ compressionLevel: 9, palette: true }).toBuffer())
}

/** Share of the square for a logo; a maskable icon is cropped to the inner 80 percent. */
const logoShare: Record<AppIconShape, number> = { 192: 0.8, 512: 0.8, maskable: 0.6, apple: 0.8 }

/** Draws the logo on white, since the home screen can have any color. */
export async function drawLogoIcon(logo: Uint8Array, shape: AppIconShape): Promise<Buffer> {
  const size = pixels[shape]
  const inner = Math.round(size * logoShare[shape])
  return inTurn(async () => {
    const fitted = await sharp(logo)
      .resize(inner, inner, { fit: 'inside', withoutEnlargement: false })
      .toBuffer()
    return sharp({ create: { width: size, height: size, channels: 4, background: '#ffffff' } })
      .composite([{ input: fitted, gravity: 'center' }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}

/** Android rounds maskable icons and iOS its own, so only the plain one gets rounded corners. */
async function iconSvg(brand: IconBrand, shape: AppIconShape): Promise<string> {
  const size = pixels[shape]
  const radius = shape === '192' || shape === '512' ? size * 0.22 : 0
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <defs><linearGradient id="brand" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${brand.primaryColor}"/>
      <stop offset="1" stop-color="${brand.secondaryColor}"/>
    </linearGradient></defs>
    <rect width="${size}" height="${size}" rx="${radius}" fill="url(#brand)"/>
    ${letterPath(await firstGlyph(brand.name), size, letterShare[shape])}
  </svg>`
}

/** White with a thin dark edge, to be legible on any color a business may choose. */
function letterPath(glyph: Glyph | null, size: number, share: number): string {
  if (!glyph) {
    const [middle, radius] = [size / 2, (size * share) / 2]
    return `<circle cx="${middle}" cy="${middle}" r="${radius}" fill="none" stroke="#fff" stroke-width="${size / 16}"/>`
  }
  const { minX, maxX, minY, maxY } = glyph.bbox
  const scale = (size * share) / Math.max(maxX - minX, maxY - minY)
  const left = size / 2 - ((minX + maxX) / 2) * scale
  const top = size / 2 + ((minY + maxY) / 2) * scale
  return `<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"
    fill="#fff" stroke="#000" stroke-opacity="0.28" stroke-width="22" paint-order="stroke"/>`
}

/** Null if the font lacks the name's first letter or digit. */
async function firstGlyph(name: string): Promise<Glyph | null> {
  const letter = /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0].toLocaleUpperCase('en-US')
  if (!letter) return null
  fonts ??= loadFonts().catch((error) => {
    fonts = null
    throw error
  })
  for (const font of await fonts) {
    const [glyph] = font.layout(letter).glyphs
    if (glyph && glyph.id !== 0) return glyph
  }
  return null
}

/** Loaded with the first letter drawn: the font reader would take a tenth of startup. */
async function loadFonts(): Promise<Font[]> {
  const { openSync } = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  return fontFiles
    .map((file) => openSync(resolve(`@fontsource/figtree/files/${file}`)))
    .filter((font) => 'layout' in font)
}
