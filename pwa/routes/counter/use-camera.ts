/**
 * The counter's camera: runs while mounted, keeps the screen awake, and remembers the chosen
 * camera.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWakeLock } from '#pwa/ui/use-wake-lock.ts'
import type { CameraTrouble, Scanner } from '#pwa/visitor/scanner.ts'

interface UsedCamera {
  trouble: CameraTrouble | null
  scanner: Scanner | null
  choose: (cameraId: string) => void
}

const keptChoice = 'regulars-counter-camera'

export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  read: (text: string) => void,
): UsedCamera {
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null)
  const [scanner, setScanner] = useState<Scanner | null>(null)
  const [cameraId, setCameraId] = useState(readChoice)
  const latest = useRef(read)
  latest.current = read

  useEffect(() => {
    if (!video.current) return
    const place = video.current
    const closed = new AbortController()
    function onLost() {
      setScanner(null)
      setTrouble('stopped')
    }
    async function run() {
      const { startScanner } = await import('#pwa/visitor/scanner.ts')
      const events = { onRead: (text: string) => latest.current(text), onLost }
      setScanner(await startScanner(place, events, closed.signal, cameraId))
    }
    run().catch((error: { trouble?: CameraTrouble }) => {
      if (closed.signal.aborted) return
      // The chosen camera may be unplugged.
      if (error.trouble !== 'denied' && cameraId) return setCameraId(undefined)
      setTrouble(error.trouble ?? 'missing')
    })
    return () => {
      closed.abort()
      setScanner(null)
    }
  }, [video, cameraId])

  useWakeLock(scanner !== null)
  return {
    trouble,
    scanner,
    choose: (id) => {
      keepChoice(id)
      setCameraId(id)
    },
  }
}

function readChoice(): string | undefined {
  try {
    return localStorage.getItem(keptChoice) ?? undefined
  } catch {
    return undefined
  }
}

function keepChoice(cameraId: string): void {
  try {
    localStorage.setItem(keptChoice, cameraId)
  } catch {
    // Without storage, the choice lasts until the camera is closed.
  }
}
