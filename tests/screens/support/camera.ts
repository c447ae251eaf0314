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

/** @returns a list of functions, one for each request in order, each of which opens the camera */
export function installCamera(): (() => Opened)[] {
  const requests: (() => Opened)[] = []
  const getUserMedia = () =>
    new Promise<MediaStream>((resolve) => {
      requests.push(() => {
        const opened = openStream()
        resolve(opened.stream)
        return opened
      })
    })
  const cameras = ['Front', 'Back'].map((label) => ({ kind: 'videoinput', deviceId: label, label }))
  const devices = { getUserMedia, enumerateDevices: async () => cameras }
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
  return requests
}

export function removeCamera(): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
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
