/** The sign-up page's scanner: its state, and the message for a code that isn't a sign-up code. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { readScannedText } from '#pwa/visitor/scanned-text.ts'

export type ScannerState = 'idle' | 'starting' | 'scanning' | 'denied' | 'missing'

interface UsedScanner {
  state: ScannerState
  /** The message for a code that is not a sign-up code. */
  sentence: string
  start: () => Promise<void>
  stop: () => void
}

export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  found: (code: string) => void,
): UsedScanner {
  const [state, setState] = useState<ScannerState>('idle')
  const [sentence, setSentence] = useState('')
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  function stop() {
    running.current.abort()
    setState('idle')
    setSentence('')
  }

  function read(text: string) {
    const scanned = readScannedText(text, location.origin)
    if ('sentence' in scanned) return setSentence(scanned.sentence)
    stop()
    navigator.vibrate?.(60)
    found(scanned.code)
  }

  function onLost() {
    stop()
    setState('missing')
  }

  async function start() {
    if (!video.current) return
    setState('starting')
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const { startScanner } = await import('#pwa/visitor/scanner.ts')
      await startScanner(video.current, { onRead: read, onLost }, signal)
      setState('scanning')
    } catch (error) {
      if (signal.aborted) return
      setState((error as { trouble?: string }).trouble === 'denied' ? 'denied' : 'missing')
    }
  }

  return { state, sentence, start, stop }
}
