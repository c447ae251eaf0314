/**
 * A fake camera for screen tests: its pictures are empty, and the test decides when it opens and
 * ends.
 */
const { mediaDevices } = navigator

export interface Opened {
  stream: MediaStream
  tracks: { isStopped: boolean }[]
  /** Ends the track, as when the camera is unplugged, blocked or used by another app. */
  end: () => void
}

/**
 * @param missing the id of a camera that is no longer there
 * @returns a list of functions, one for each request in order, each of which opens the camera
 */
export function installCamera(missing?: string): (() => Opened)[] {
  const requests: (() => Opened)[] = []
  const getUserMedia = ({ video }: { video: { deviceId?: { exact: string } } }) =>
    new Promise<MediaStream>((resolve, reject) => {
      if (missing && video.deviceId?.exact === missing) {
        return reject(new DOMException('No such camera', 'OverconstrainedError'))
      }
      requests.push(() => {
        const opened = openStream()
        resolve(opened.stream)
        return opened
      })
    })
  const cameras = ['Front', 'Back'].map((label) => ({ kind: 'videoinput', deviceId: label, label }))
  const devices = { getUserMedia, enumerateDevices: async () => cameras }
  replaceDevices(devices)
  return requests
}

/** @param name of the error with which the browser refuses; null for a page without cameras */
export function refuseCamera(name: string | null): void {
  const getUserMedia = () => Promise.reject(new DOMException('No', name ?? ''))
  replaceDevices(name === null ? undefined : { getUserMedia })
}

export function removeCamera(): void {
  replaceDevices(mediaDevices)
}

function replaceDevices(value: unknown): void {
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true })
}

function openStream(): Opened {
  const track = Object.assign(new EventTarget(), {
    isStopped: false,
    stop: () => {
      track.isStopped = true
    },
    getSettings: () => ({}),
  })
  const stream = Object.assign(new MediaStream(), {
    getTracks: () => [track],
    getVideoTracks: () => [track],
  })
  return {
    stream: stream as unknown as MediaStream,
    tracks: [track],
    end: () => void track.dispatchEvent(new Event('ended')),
  }
}
