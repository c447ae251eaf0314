/** The sections of a legal text, for its page and for a kiosk's dialog. */
import { Fragment } from 'react'
import type { LegalText } from '#pwa/texts/legal-text.ts'
import { RichText } from '#pwa/ui/rich-text.tsx'

const bold = { b: (words: string) => <strong>{words}</strong> }

export function LegalProse({ sections }: Pick<LegalText, 'sections'>) {
  return (
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
  )
}
