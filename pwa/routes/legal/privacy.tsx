/** /privacy: the privacy policy. */
import { privacyTexts } from '#pwa/texts/privacy.ts'
import { TextPage } from './text-page.tsx'

export function PrivacyScreen() {
  return <TextPage text={privacyTexts} />
}
