/**
 * Reads QR codes from pixels: with the browser's own detector, or else the self-hosted ZXing. In a
 * video it first looks at the middle, where people aim, then at the whole picture.
 */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

interface Detector {
  detect: (source: ImageData) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: 'qr_code'[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

export interface Region {
  x: number
  y: number
  width: number
  height: number
  /** The pixels are scaled to this size: small enough to be quick, large enough for small codes. */
  drawnWidth: number
  drawnHeight: number
}

export interface QrReader {
  /** @returns the texts of the codes in it */
  read: (pixels: ImageData) => Promise<string[]>
}

const longestDrawn = 1024
/** The middle, the whole picture, and a closer middle, in turn; each look costs about the same. */
const shares = [0.7, 1, 0.45]

export function regionOf(look: number, width: number, height: number): Region {
  const share = shares[look % shares.length] ?? 1
  const isWhole = share === 1
  const side = Math.round(Math.min(width, height) * share)
  const region = isWhole ? { width, height } : { width: side, height: side }
  const scale = Math.min(isWhole ? 1 : 2, longestDrawn / Math.max(region.width, region.height))
  return {
    ...region,
    x: Math.round((width - region.width) / 2),
    y: Math.round((height - region.height) / 2),
    drawnWidth: Math.round(region.width * scale),
    drawnHeight: Math.round(region.height * scale),
  }
}

/** Fetches the detector, which the service worker caches for offline use. */
export async function openQrReader(): Promise<QrReader> {
  const detector = await openDetector()
  return {
    read: async (pixels) => (await detector.detect(pixels)).map(({ rawValue }) => rawValue),
  }
}

async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await own?.getSupportedFormats().catch((): string[] => [])
  if (own && formats?.includes('qr_code')) return new own({ formats: ['qr_code'] })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  // Fetched now, so that a failure is reported at once and not at every frame.
  await prepareZXingModule({
    fireImmediately: true,
    overrides: {
      locateFile: (path: string, prefix: string) =>
        path.endsWith('.wasm') ? wasmUrl : prefix + path,
    },
  })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
