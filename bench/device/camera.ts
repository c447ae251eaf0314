/** The product's scanner before a camera that shows one picture after the other, held by hand. */
import { startScanner } from '#pwa/visitor/scanner.ts'

const framesPerSecond = 30
const betweenMs = 150
const handPx = 3

/** @returns what was read from each picture (JPEG in base64) within the limit, and after how long */
export async function scan(pictures: readonly string[], limitMs: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const video = Object.assign(document.createElement('video'), { muted: true })
  document.body.append(video)
  const context = canvas.getContext('2d')
  const stream = canvas.captureStream(framesPerSecond)
  navigator.mediaDevices.getUserMedia = async () => stream
  let shown: ImageBitmap | null = null
  setInterval(() => {
    context?.clearRect(0, 0, canvas.width, canvas.height)
    if (shown) context?.drawImage(shown, handPx * Math.random(), handPx * Math.random())
  }, 1000 / framesPerSecond)
  let onRead = (_: string) => {}
  const events = { onRead: (text: string) => onRead(text), onLost() {} }
  await startScanner(video, events, new AbortController().signal)
  const looked: { text: string | null; ms: number }[] = []
  for (const picture of pictures) {
    shown = null
    const bytes = Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0))
    const next = await createImageBitmap(new Blob([bytes]))
    await pause(betweenMs)
    shown = next
    const startedAt = performance.now()
    const reading = new Promise<string>((resolve) => {
      onRead = resolve
    })
    const text = await Promise.race([reading, pause(limitMs).then(() => null)])
    looked.push({ text, ms: performance.now() - startedAt })
    onRead = () => {}
  }
  return looked
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
