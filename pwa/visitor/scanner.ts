/**
 * The camera as a reader of QR codes: the browser's own detector where it has one, else the
 * self-hosted ZXing. Loaded when a person starts it; the camera is let go when it stops.
 */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

export type CameraTrouble = 'denied' | 'missing'

export class CameraUnusable extends Error {
  readonly trouble: CameraTrouble
  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(`The camera is ${trouble}`, { cause })
    this.trouble = trouble
  }
}

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: 'qr_code'[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const pauseBetweenLooksMs = 120

/**
 * Shows the camera in `video` and tells every text it reads, the same one again as well.
 * @returns how to stop
 * @throws CameraUnusable when a person said no, or there is none
 */
export async function startScanner(
  video: HTMLVideoElement,
  read: (text: string) => void,
): Promise<() => void> {
  const detecting = openDetector()
  detecting.catch(() => {})
  const stream = await openCamera()
  let stopped = false
  const stop = () => {
    stopped = true
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  try {
    video.srcObject = stream
    await video.play()
    void look(video, await detecting, read, () => stopped)
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

async function look(
  video: HTMLVideoElement,
  detector: Detector,
  read: (text: string) => void,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const seen = await detector.detect(video).catch(() => [])
    const [first] = seen
    if (first && !isStopped()) read(first.rawValue)
    await new Promise((resolve) => setTimeout(resolve, pauseBetweenLooksMs))
  }
}

async function openCamera(): Promise<MediaStream> {
  // Absent where the page is not served over https.
  if (!navigator.mediaDevices) throw new CameraUnusable('missing')
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
    throw new CameraUnusable(isDenied ? 'denied' : 'missing', error)
  }
}

async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await own?.getSupportedFormats().catch((): string[] => [])
  if (own && formats?.includes('qr_code')) return new own({ formats: ['qr_code'] })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) =>
        path.endsWith('.wasm') ? wasmUrl : prefix + path,
    },
  })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
