/**
 * Keyboard shortcuts while signed in: Ctrl or ⌘ K opens the command palette and ? the list of
 * shortcuts. Also keeps the focus on the screen.
 */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '#pwa/session/session.ts'
import { keepFocus } from '#pwa/ui/keep-focus.ts'
import { isShortcut } from '#pwa/ui/single-keys.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

export function PaletteShortcut() {
  const isSignedIn = useSession((session) => session.state === 'signedIn')
  // Forgets an open palette at the sign-out: the next person must not see it.
  return isSignedIn && <SignedInShortcuts />
}

function SignedInShortcuts() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  useEffect(() => {
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
  }, [navigate])
  // The counter manages its own focus.
  const isCounter = useLocation({ select: ({ pathname }) => pathname.startsWith('/counter') })
  useEffect(() => (isCounter ? undefined : keepFocus()), [isCounter])
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  )
}
