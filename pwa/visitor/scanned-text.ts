/**
 * What a QR code or a typed text means on the sign-up page: a code of ours, or something else, with
 * a sentence that says so. Nothing it says is ever opened (docs/trust.md 16).
 */
import { cardTexts } from '#pwa/texts/card.ts'
import { couponCode } from '#schema/contract/coupon.ts'
import { signUpCode } from '#schema/contract/id.ts'

export type ScannedText = { code: string } | { sentence: string }

const printedCode = /^[A-HJ-NP-Z2-9]{10}$/i
const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readScannedText(scanned: string, origin: string): ScannedText {
  const text = scanned.trim()
  const path = pathOf(text, origin)
  if (path === 'elsewhere') {
    return { sentence: cardTexts.otherSite }
  }
  if (path !== null) return ofPath(path)
  if (couponCode.safeParse(text).success && text.includes('-')) {
    return { sentence: cardTexts.isCoupon }
  }
  if (uuidText.test(text)) return { sentence: cardTexts.notSignUpCode }
  return codeOr(text)
}

function ofPath(path: string): ScannedText {
  const [, code] = /^\/(?:customer-signup|signup)\/([^/]+)\/?$/.exec(path) ?? []
  if (code) return codeOr(code)
  if (/^\/(member|customer)\//.test(path)) {
    return { sentence: cardTexts.isMemberCard }
  }
  return { sentence: cardTexts.notSignUpCode }
}

function codeOr(text: string): ScannedText {
  if (!signUpCode.safeParse(text).success) return { sentence: cardTexts.notSignUpCode }
  return { code: printedCode.test(text) ? text.toUpperCase() : text }
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
