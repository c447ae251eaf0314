/** The footer of the public pages. */

import { Link } from '@tanstack/react-router'
import { shellTexts } from '#pwa/texts/shell.ts'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { ThemeSwitch } from '#pwa/ui/theme-switch.tsx'

const linkClass =
  'inline-flex min-h-11 items-center rounded-sm text-ink-soft no-underline hover:text-ink hover:underline underline-offset-4'

export function PublicFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6 text-sm sm:px-6">
        <Logo />
        <nav aria-label={shellTexts.about} className="flex flex-wrap gap-x-6">
          <Link to="/terms" className={linkClass}>
            {shellTexts.terms}
          </Link>
          <Link to="/privacy" className={linkClass}>
            {shellTexts.privacy}
          </Link>
        </nav>
        <div className="flex flex-wrap items-center gap-3">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
