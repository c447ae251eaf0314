/** Any address that is not the product's (spec.md §2). */
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'

export function NotFoundScreen() {
  useTitle('Page Not Found')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <Logo word={false} size="lg" />
      <h1 className="mt-3 font-semibold text-2xl tracking-tight">Page Not Found</h1>
      <p className="max-w-sm text-ink-soft">
        Nothing is at this address. It may have been mistyped, or the page has moved.
      </p>
      <Link to="/" className={`mt-3 ${buttonClass('primary', 'lg')}`}>
        Go to the start
      </Link>
    </main>
  )
}
