/**
 * What a QR code or a typed text means on the sign-up page: a code of ours, or something else, with
 * a sentence that says so. Nothing it says is ever opened (docs/trust.md 16).
 */
import { cardTexts } from '#pwa/texts/card.ts'
import { readAddress } from '#schema/contract/address.ts'
import { looksLikeCoupon } from '#schema/contract/coupon.ts'
import { signUpCode } from '#schema/contract/id.ts'
import { codeLetters, dropInvisible } from '#schema/contract/typed-text.ts'

export type ScannedText = { code: string } | { sentence: string }

const printedCode = /^[A-HJ-NP-Z2-9]{10}$/i
const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readScannedText(scanned: string, origin: string): ScannedText {
  const text = dropInvisible(scanned).trim()
  const path = pathOf(text, origin)
  if (path === 'elsewhere') {
    return { sentence: cardTexts.otherSite }
  }
  if (path !== null) return ofPath(path)
  if (looksLikeCoupon(text)) {
    return { sentence: cardTexts.isCoupon }
  }
  if (uuidText.test(text)) return { sentence: cardTexts.notSignUpCode }
  return codeOr(text)
}

function ofPath(path: string): ScannedText {
  const screen = readAddress(path)
  if (screen.name === 'signUp') return codeOr(screen.code)
  if (screen.name === 'customer' || path.startsWith('/member/')) {
    return { sentence: cardTexts.isMemberCard }
  }
  return { sentence: cardTexts.notSignUpCode }
}

function codeOr(text: string): ScannedText {
  // Printed codes are letters and digits alone, so whatever divides them is of the typing.
  const letters = codeLetters(text)
  if (printedCode.test(letters)) return { code: letters }
  return signUpCode.safeParse(text).success ? { code: text } : { sentence: cardTexts.notSignUpCode }
}

/** @returns the path of an address of ours, null when the text is no address at all */
export function pathOf(text: string, origin: string): string | 'elsewhere' | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) && !text.startsWith('//')) return null
  try {
    const url = new URL(text)
    return url.origin === origin ? url.pathname : 'elsewhere'
  } catch {
    return 'elsewhere'
  }
}
