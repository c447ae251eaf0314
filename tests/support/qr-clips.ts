/**
 * Clips of what a camera at a counter sees: codes that are tilted, dim, blurred, small or damaged.
 */
import sharp from 'sharp'
import { qrPath } from '#pwa/visitor/qr-path.ts'

export const frame = { width: 1280, height: 720 }
const kinds = ['tilted', 'dim', 'blurred', 'small', 'damaged'] as const
type Kind = (typeof kinds)[number]

export const kindOf = (clip: number): Kind => kinds[clip % kinds.length] ?? 'tilted'

/** Park and Miller's generator: the same clips on every machine. */
export function seeded(): () => number {
  let state = 20_261_121
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export function textOf(clip: number): string {
  const id = `0199a3c0-1f00-7000-8000-${String(clip).padStart(12, '0')}`
  return clip % 3 === 0 ? 'ABCD-EFGH-JKLM' : `https://regulars.example/member/${id}`
}

/** The pixels of one frame: the code on a printed card, held by hand in front of something gray. */
export async function shoot(kind: Kind, text: string, random: () => number): Promise<Buffer> {
  const between = (low: number, high: number) => low + random() * (high - low)
  const side = Math.round(kind === 'small' ? between(110, 150) : between(230, 420))
  const turn = kind === 'tilted' ? between(-40, 40) : between(-8, 8)
  const lean = kind === 'tilted' ? between(-0.25, 0.25) : 0
  const left = (frame.width - side) / 2 + between(-90, 90)
  const top = (frame.height - side) / 2 + between(-60, 60)
  const { size, path } = qrPath(text)
  const full = size + 8
  const blots = Array.from({ length: kind === 'damaged' ? 3 : 0 }, () => {
    const [x, y] = [between(size * 0.3, size * 0.95), between(size * 0.3, size * 0.95)]
    return `<circle cx="${x}" cy="${y}" r="${size * 0.055}" fill="${random() < 0.5 ? '#fff' : '#422'}"/>`
  }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">
    <rect width="100%" height="100%" fill="#8a8d86"/>
    <rect x="0" y="${between(380, 620)}" width="100%" height="60" fill="#5b564d"/>
    <g transform="translate(${left} ${top}) rotate(${turn} ${side / 2} ${side / 2}) skewX(${lean * 57})">
      <svg width="${side}" height="${side}" viewBox="-4 -4 ${full} ${full}">
        <rect x="-4" y="-4" width="${full}" height="${full}" fill="#fff"/>
        <path d="${path}" fill="#111"/>${blots}
      </svg>
    </g></svg>`
  let picture = sharp(Buffer.from(svg)).removeAlpha()
  if (kind === 'blurred') picture = picture.blur(between(1.6, 2.6))
  if (kind === 'dim') picture = picture.linear(between(0.16, 0.3), between(4, 14))
  const pixels = await picture.raw().toBuffer()
  const grain = kind === 'dim' ? 9 : 5
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = Math.min(255, Math.max(0, (pixels[at] ?? 0) + (random() - 0.5) * 2 * grain))
  }
  return pixels
}
