/**
 * Clips like a counter camera's, drawn frame by frame: codes that are tilted, dim, blurred, small
 * or damaged, held by hand. A fixed seed makes them the same on every machine.
 */
import { qrPath } from '#pwa/visitor/qr-path.ts'

export const frame = { width: 1280, height: 720 }
export const kinds = ['tilted', 'dim', 'blurred', 'small', 'damaged'] as const
export type Kind = (typeof kinds)[number]

export interface Clip {
  kind: Kind
  text: string
  /** Draws the next frame. */
  draw: (context: CanvasRenderingContext2D) => void
}

/** Park and Miller's generator. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export function makeClips(count: number): Clip[] {
  const random = seeded(20_261_121)
  const between = (low: number, high: number) => low + random() * (high - low)
  const grain = grainOf(random)
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? 'tilted'
    const text = textOf(at)
    const { size, path } = qrPath(text)
    const side = kind === 'small' ? between(110, 150) : between(230, 420)
    const turn = ((kind === 'tilted' ? between(-40, 40) : between(-8, 8)) * Math.PI) / 180
    const lean = kind === 'tilted' ? between(-0.25, 0.25) : 0
    const blur = kind === 'blurred' ? between(1.6, 2.6) : 0
    const light = kind === 'dim' ? between(0.16, 0.3) : 1
    const place = { x: between(-90, 90), y: between(-60, 60) }
    const blots = Array.from({ length: kind === 'damaged' ? 3 : 0 }, () => ({
      x: between(size * 0.3, size * 0.95),
      y: between(size * 0.3, size * 0.95),
      fill: random() < 0.5 ? '#fff' : '#422',
    }))
    const code = new Path2D(path)

    function draw(context: CanvasRenderingContext2D): void {
      context.filter = 'none'
      context.fillStyle = '#8a8d86'
      context.fillRect(0, 0, frame.width, frame.height)
      context.save()
      context.filter = blur > 0 ? `blur(${blur}px)` : 'none'
      const [x, y] = [place.x + between(-3, 3), place.y + between(-3, 3)]
      context.translate(frame.width / 2 + x, frame.height / 2 + y)
      context.rotate(turn + between(-0.01, 0.01))
      context.transform(1, 0, lean, 1, 0, 0)
      context.scale(side / (size + 8), side / (size + 8))
      context.translate(-size / 2, -size / 2)
      context.fillStyle = '#fff'
      context.fillRect(-4, -4, size + 8, size + 8)
      context.fillStyle = '#111'
      context.fill(code)
      for (const blot of blots) {
        context.fillStyle = blot.fill
        context.beginPath()
        context.arc(blot.x, blot.y, size * 0.055, 0, 2 * Math.PI)
        context.fill()
      }
      context.restore()
      context.fillStyle = `rgba(0, 0, 0, ${1 - light})`
      context.fillRect(0, 0, frame.width, frame.height)
      context.translate(between(-64, 0), between(-64, 0))
      context.fillStyle = context.createPattern(grain, 'repeat') ?? ''
      context.fillRect(0, 0, frame.width + 64, frame.height + 64)
      context.resetTransform()
    }
    return { kind, text, draw }
  })
}

function textOf(at: number): string {
  const id = `0199a3c0-1f00-7000-8000-${String(at).padStart(12, '0')}`
  return at % 3 === 0
    ? `ABCD-EFGH-${'JKLMNPQRST'[at % 10]}KLM`
    : `https://regulars.example/member/${id}`
}

/** Sensor noise, drawn at another offset on each frame. */
function grainOf(random: () => number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 192
  canvas.height = 192
  const context = canvas.getContext('2d')
  const pixels = new ImageData(canvas.width, canvas.height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const tone = random() < 0.5 ? 0 : 255
    pixels.data.set([tone, tone, tone, Math.round(random() * 16)], at)
  }
  context?.putImageData(pixels, 0, 0)
  return canvas
}
