/** The look-up of a code for a screen. Give the screen the code as its key. */
import { useEffect, useRef, useState } from 'react'
import { type LookUpView, type OpenLookUp, openLookUp } from '#pwa/visitor/look-up.ts'

export function useLookUp(code: string): { view: LookUpView; retry: () => void } {
  const [view, setView] = useState<LookUpView>({ state: 'loading' })
  const opened = useRef<OpenLookUp | null>(null)
  useEffect(() => {
    const lookUp = openLookUp(code, setView)
    opened.current = lookUp
    return lookUp.stop
  }, [code])
  return { view, retry: () => opened.current?.retry() }
}
