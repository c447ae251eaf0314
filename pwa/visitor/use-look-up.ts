/** The look-up of a code for a screen. Use the code as the screen's key. */
import { useEffect, useRef, useState } from 'react'
import type { LookUpView, OpenLookUp } from '#pwa/visitor/look-up.ts'
import { readPageLookUp } from '#pwa/visitor/page-json.ts'
import { whenIdle } from '#pwa/visitor/when-idle.ts'

/** A page that came with its look-up loads this only after it has settled. */
const load = () => import('#pwa/visitor/look-up.ts')

export function useLookUp(code: string): { view: LookUpView; retry: () => void } {
  const [view, setView] = useState<LookUpView>(() => {
    const lookUp = readPageLookUp(code)
    return lookUp ? { state: 'found', lookUp, asOf: null } : { state: 'loading' }
  })
  const opened = useRef<OpenLookUp | null>(null)
  useEffect(() => {
    let stopped = false
    const isWritten = readPageLookUp(code) !== null
    async function open() {
      if (isWritten) await whenIdle()
      const { openLookUp } = await load()
      if (!stopped) opened.current = openLookUp(code, setView, isWritten)
    }
    // If the code cannot be loaded, on a first visit that loses the network, there is nothing else
    // to show.
    open().catch(() => setView((was) => (isWritten ? was : { state: 'unreachable' })))
    return () => {
      stopped = true
      opened.current?.stop()
    }
  }, [code])
  return { view, retry: () => opened.current?.retry() }
}
