/**
 * Reads QR codes with the camera. Loaded when a person starts it; stopping releases the camera. It
 * looks at the next frame only after the last one is finished, so frames never pile up.
 */
import { openQrReader, type QrReader, regionOf } from '#pwa/visitor/qr-reader.ts'

export { openQrReader }

/**
 * 'unready': the code reader could not be loaded, for example offline. 'stopped': the camera was
 * unplugged or blocked, or another app took it; browsers do not distinguish these.
 */
export type CameraTrouble = 'denied' | 'busy' | 'missing' | 'unready' | 'stopped'

class CameraUnusable extends Error {
  readonly trouble: CameraTrouble
  constructor(trouble: CameraTrouble, cause?: unknown) {
    super(`The camera is ${trouble}`, { cause })
    this.trouble = trouble
  }
}

export interface ScannerEvents {
  /** Called with each text the camera sees, again for each frame that shows it. */
  onRead: (text: string) => void
  /** The camera was unplugged or blocked, or another app took it: it delivers no more frames. */
  onLost: () => void
}

export interface Scanner {
  /** Null if the camera has no light. */
  setTorch: ((on: boolean) => Promise<void>) | null
  cameraId: string | null
  /** All cameras of this device, to choose from. */
  cameras: readonly { id: string; label: string }[]
}

const pauseBetweenLooksMs = 60

/**
 * Shows the camera in `video` and reads its codes until `signal` aborts. If `signal` aborts while
 * the camera is still opening and `video` shows another camera by then, the other camera keeps
 * running.
 * @throws CameraUnusable if the person declined, another app uses the camera, the device has no
 * camera, or the code reader did not load. After `signal` aborts, ignore any error.
 */
export async function startScanner(
  video: HTMLVideoElement,
  { onRead, onLost }: ScannerEvents,
  signal: AbortSignal,
  cameraId?: string,
): Promise<Scanner> {
  signal.throwIfAborted()
  const opening = openQrReader()
  opening.catch(() => {})
  const stream = await openCamera(cameraId)
  let stopped = false
  const stop = () => {
    stopped = true
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  const [track] = stream.getVideoTracks()
  // stop() does not fire it: only the browser ends a track with an event.
  track?.addEventListener('ended', () => {
    if (stopped) return
    stop()
    onLost()
  })
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', stop)
    video.srcObject = stream
    const listing = listCameras()
    await video.play()
    const reader = await opening.catch((error) => {
      throw new CameraUnusable('unready', error)
    })
    void look(video, reader, onRead, () => stopped)
    const cameras = await listing
    if (stopped) throw new CameraUnusable('stopped')
    return {
      setTorch: track ? torchOf(track) : null,
      cameraId: track?.getSettings().deviceId ?? null,
      cameras,
    }
  } catch (error) {
    // It was stopped while opening; report only that.
    const reason = stopped ? new CameraUnusable('stopped', error) : error
    stop()
    throw reason
  }
}

/**
 * Reads a photo from the gallery, for when the camera cannot be used.
 * @returns its texts
 */
export async function readPicture(picture: Blob): Promise<string[]> {
  const reader = await openQrReader()
  const bitmap = await createImageBitmap(picture)
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      // Starts with the whole picture, because photos are not aimed.
      const found = await reader.read(drawn(bitmap, turn + 1))
      if (found.length > 0) return found
    }
    return []
  } finally {
    bitmap.close()
  }
}

async function look(
  video: HTMLVideoElement,
  reader: QrReader,
  onRead: (text: string) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (let turn = 0; !isStopped(); turn += 1) {
    if (video.videoWidth > 0) {
      const [first] = await reader.read(drawn(video, turn)).catch((): string[] => [])
      if (first !== undefined && !isStopped()) onRead(first)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBetweenLooksMs))
  }
}

function drawn(source: HTMLVideoElement | ImageBitmap, turn: number): ImageData {
  const [width, height] =
    'videoWidth' in source ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  const region = regionOf(turn, width, height)
  const canvas = document.createElement('canvas')
  canvas.width = region.drawnWidth
  canvas.height = region.drawnHeight
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws nothing')
  const { x, y, drawnWidth, drawnHeight } = region
  context.drawImage(source, x, y, region.width, region.height, 0, 0, drawnWidth, drawnHeight)
  return context.getImageData(0, 0, drawnWidth, drawnHeight)
}

async function openCamera(cameraId: string | undefined): Promise<MediaStream> {
  // Absent if the page is not served over https.
  if (!navigator.mediaDevices) throw new CameraUnusable('missing')
  const which = cameraId ? { deviceId: { exact: cameraId } } : { facingMode: 'environment' }
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    const trouble =
      name === 'NotAllowedError' ? 'denied' : name === 'NotReadableError' ? 'busy' : 'missing'
    throw new CameraUnusable(trouble, error)
  }
}

async function listCameras(): Promise<Scanner['cameras']> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}

/** `torch` is part of the Image Capture draft, which TypeScript's DOM types lack. */
function torchOf(track: MediaStreamTrack): Scanner['setTorch'] {
  const can = track.getCapabilities?.() as { torch?: boolean } | undefined
  if (!can?.torch) return null
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
