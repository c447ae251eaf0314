/** A page with a legal text and the version that consent records refer to. */

import { Link } from '@tanstack/react-router'
import { PublicFooter } from '#pwa/routes/public/footer.tsx'
import type { LegalText } from '#pwa/texts/legal-text.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Logo } from '#pwa/ui/logo.tsx'
import { SkipLink } from '#pwa/ui/skip-link.tsx'
import { TopBar } from '#pwa/ui/top-bar.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import { LegalProse } from './legal-prose.tsx'

export function TextPage({ text: { title, summary, sections } }: { text: LegalText }) {
  useTitle(title)
  return (
    <div className="page-end flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar
        brand={
          <Link to="/" className="flex rounded-md text-ink no-underline">
            <Logo />
          </Link>
        }
      />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-2xl flex-1 px-4 pt-12 pb-20 sm:px-6 sm:pt-16"
      >
        <h1 className="font-bold text-3xl tracking-display">{title}</h1>
        <p className="mt-2 text-ink-faint text-sm">{shellTexts.version(consentTextVersion)}</p>
        <p className="mt-6 rounded-lg bg-accent-soft px-5 py-4 text-on-accent-soft">{summary}</p>
        <LegalProse sections={sections} />
      </main>
      <PublicFooter />
    </div>
  )
}
