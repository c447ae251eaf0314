/** Ties the texts that people consent to to the version in consent records. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { join } from '#pwa/texts/join.ts'
import { privacy } from '#pwa/texts/privacy.ts'
import { terms } from '#pwa/texts/terms.ts'
import { consentTextVersion } from '#schema/contract/consent-text.ts'

/** Digests of the English texts, by version. Add a line for a new text; never change one. */
const digests: Record<string, string> = {
  '2026-11': '40359327cee650b9',
  '2026-11.2': '1f30b93673833fbd',
  '2026-11.3': 'e06c37bee21a1195',
}

test('requires a new version when the terms, the privacy policy or a consent changes', () => {
  const { emailMe, textMe, notifyMe, agreeTerms, agreePrivacy } = join
  const labels = { emailMe, textMe, notifyMe, agreeTerms, agreePrivacy }
  const text = JSON.stringify([terms, privacy, labels])
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(digests[consentTextVersion]).toBe(digest)
})
