/** The page that the bench drives: the product's scanner, before a camera that shows clips. */
import { startScanner } from '#pwa/visitor/scanner.ts'
import { frame, type Kind, makeClips } from './clips.ts'

export interface Looked {
  kind: Kind
  /** Null if it wasn't read in time. */
  ms: number | null
  /** Read a text that isn't shown. */
  wrong: boolean
}

declare global {
  interface Window {
    scanClips: (count: number, limitMs: number) => Promise<Looked[]>
  }
}

const framesPerSecond = 30
const betweenClipsMs = 150

window.scanClips = async (count, limitMs) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, frame)
  const context = canvas.getContext('2d')
  const video = document.querySelector('video')
  if (!context || !video) throw new Error('This browser draws nothing')
  const stream = canvas.captureStream(framesPerSecond)
  navigator.mediaDevices.getUserMedia = async () => stream

  let draw = (_: CanvasRenderingContext2D) => context.clearRect(0, 0, frame.width, frame.height)
  let heard = (_: string) => {}
  const drawing = setInterval(() => draw(context), 1000 / framesPerSecond)
  const blank = draw
  const done = new AbortController()
  await startScanner(video, { onRead: (text) => heard(text), onLost() {} }, done.signal)
  const looked: Looked[] = []
  try {
    for (const clip of makeClips(count)) {
      draw = blank
      await pause(betweenClipsMs)
      const beganAt = performance.now()
      draw = clip.draw
      const text = await Promise.race([
        new Promise<string>((found) => {
          heard = found
        }),
        pause(limitMs).then(() => null),
      ])
      heard = () => {}
      const ms = text === clip.text ? performance.now() - beganAt : null
      looked.push({ kind: clip.kind, ms, wrong: text !== null && text !== clip.text })
    }
  } finally {
    clearInterval(drawing)
    done.abort()
  }
  return looked
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
