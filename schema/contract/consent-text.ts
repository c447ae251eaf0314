/**
 * The version of the texts that people agree to: terms, privacy policy and the sentences at the
 * consent boxes. Every consent record stores it. A changed English text needs a new version
 * (pwa/texts/consent-text.test.ts).
 */
export const consentTextVersion = '2026-11.3'
