/** Shown for addresses that the product doesn't have. */
import { Link } from '@tanstack/react-router'
import { navigationTexts as texts } from '#pwa/texts/navigation.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'

export function NotFoundScreen() {
  useTitle(texts.pageNotFound)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <Logo word={false} size="lg" />
      <h1 className="mt-3 font-semibold text-2xl tracking-tight">{texts.pageNotFound}</h1>
      <p className="max-w-sm text-ink-soft">{texts.pageNotFoundHint}</p>
      <Link to="/" className={`mt-3 ${buttonClass('primary', 'lg')}`}>
        {texts.goHome}
      </Link>
    </main>
  )
}
