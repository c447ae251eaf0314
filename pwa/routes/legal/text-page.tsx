/** A page to read: terms, privacy. */

import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { PublicFooter } from '#pwa/routes/public-footer.tsx'
import type { LegalText } from '#pwa/texts/legal-text.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Logo } from '#pwa/ui/logo.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { SkipLink } from '#pwa/ui/skip-link.tsx'
import { TopBar } from '#pwa/ui/top-bar.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'

interface TextPageProps {
  text: LegalText
  /** The version that a consent names. */
  version: string
}

export function TextPage({ text, version }: TextPageProps) {
  const { title, summary, sections } = text
  const bold = { b: (words: string) => <strong>{words}</strong> }
  useTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
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
        <p className="mt-2 text-ink-faint text-sm">{shellTexts.version(version)}</p>
        <p className="mt-6 rounded-lg bg-accent-soft px-5 py-4 text-on-accent-soft">{summary}</p>
        <div className="prose">
          {sections.map(({ heading, paragraphs, items }) => (
            <Fragment key={heading}>
              <h2>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>
                  <RichText text={paragraph} parts={bold} />
                </p>
              ))}
              {items.length > 0 && (
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </Fragment>
          ))}
        </div>
      </main>
      <PublicFooter />
    </div>
  )
}
