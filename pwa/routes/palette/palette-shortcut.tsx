/** Ctrl or ⌘ K opens the command palette and ? the shortcuts, wherever somebody is signed in. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '#pwa/session/session.ts'
import { isShortcut } from '#pwa/ui/single-keys.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

export function PaletteShortcut() {
  const isSignedIn = useSession((session) => session.state === 'signedIn')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!isSignedIn) return
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
        event.preventDefault()
        setOpen((was) => !was)
      } else if (isShortcut(event, '?')) {
        event.preventDefault()
        void navigate({ to: '/shortcuts' })
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isSignedIn, navigate])
  if (!isSignedIn || !open) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  )
}
