/** The scanner's states (docs/product.md): idle, scanning, camera denied; and what it read last. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { readScannedText } from '#pwa/visitor/scanned-text.ts'

export type ScannerState = 'idle' | 'starting' | 'scanning' | 'denied' | 'missing'

interface UsedScanner {
  state: ScannerState
  /** What it saw when that was not a sign-up code. */
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
  const stopCamera = useRef(() => {})
  useEffect(() => () => stopCamera.current(), [])

  function stop() {
    stopCamera.current()
    stopCamera.current = () => {}
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
    let wanted = true
    stopCamera.current = () => {
      wanted = false
    }
    try {
      const { startScanner } = await import('#pwa/visitor/scanner.ts')
      const scanner = await startScanner(video.current, { onRead: read, onLost })
      if (!wanted) return scanner.stop()
      stopCamera.current = scanner.stop
      setState('scanning')
    } catch (error) {
      if (wanted)
        setState((error as { trouble?: string }).trouble === 'denied' ? 'denied' : 'missing')
    }
  }

  return { state, sentence, start, stop }
}
