/** The terms and the privacy policy name the version that consent records keep. */
import { screen } from '@testing-library/dom'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import { open, prefer } from './support/browser.ts'
import { heading } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

test.for([
  ['en', '/terms', 'Terms of Service', 'Version'],
  ['es', '/privacy', 'Política de privacidad', 'Versión'],
] as const)(
  'in %s, %s names the version that people agree to',
  async ([language, path, title, version]) => {
    await prefer(language)
    await open(path)
    await heading(title)
    screen.getByText(`${version} ${consentTextVersion}`)
    expect(document.title).toContain(title)
  },
)
