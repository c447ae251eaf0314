/**
 * The version of the texts that people agree to: terms, privacy policy and the sentences beside the
 * consents. Every consent record names it. A changed English text needs a new version
 * (pwa/texts/consent-text.test.ts).
 */
export const consentTextVersion = '2026-11'
