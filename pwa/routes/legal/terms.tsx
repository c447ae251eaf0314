/** /terms: the terms that a sign-up accepts. */
import { termsTexts } from '#pwa/texts/terms.ts'
import { TextPage } from './text-page.tsx'

export function TermsScreen() {
  return <TextPage text={termsTexts} />
}
