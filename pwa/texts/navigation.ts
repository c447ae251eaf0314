/** Unknown addresses and the way back. */
import { textsOf } from './language.ts'

export const navigation = {
  pageNotFound: 'Page Not Found',
  pageNotFoundHint: 'There’s nothing at this address. Check it for typos, or start over.',
  goHome: 'Go to Home',
}

export const navigationTexts = textsOf('navigation', navigation)
