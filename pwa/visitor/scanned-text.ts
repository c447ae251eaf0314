/**
 * Interprets a QR code or typed text on the sign-up page: a sign-up code, or something else with a
 * sentence that says so. It never opens a scanned address (docs/trust.md 16).
 */
import { scanTexts } from '#pwa/texts/scan.ts'
import { readAddress } from '#schema/contract/address.ts'
import { looksLikeCoupon } from '#schema/contract/coupon.ts'
import { asPrinted, signUpCode } from '#schema/contract/id.ts'
import { dropInvisible } from '#schema/contract/typed-text.ts'

export type ScannedText = { code: string } | { sentence: string }

const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readScannedText(scanned: string, origin: string): ScannedText {
  const text = dropInvisible(scanned).trim()
  const path = pathOf(text, origin)
  if (path === 'elsewhere') {
    return { sentence: scanTexts.otherSite }
  }
  if (path !== null) return ofPath(path)
  if (looksLikeCoupon(text)) {
    return { sentence: scanTexts.isCoupon }
  }
  if (uuidText.test(text)) return { sentence: scanTexts.notSignUpCode }
  return codeOr(text)
}

function ofPath(path: string): ScannedText {
  const screen = readAddress(path)
  if (screen.name === 'signUp') return codeOr(screen.code)
  if (screen.name === 'customer' || path.startsWith('/member/')) {
    return { sentence: scanTexts.isMemberCard }
  }
  return { sentence: scanTexts.notSignUpCode }
}

function codeOr(text: string): ScannedText {
  // Printed codes contain only letters and digits, so separators come from typing.
  const code = asPrinted(text)
  return signUpCode.safeParse(code).success ? { code } : { sentence: scanTexts.notSignUpCode }
}

/** @returns the path of an address of ours, or null if the text is not an address */
export function pathOf(text: string, origin: string): string | 'elsewhere' | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) && !text.startsWith('//')) return null
  try {
    const url = new URL(text)
    return url.origin === origin ? url.pathname : 'elsewhere'
  } catch {
    return 'elsewhere'
  }
}
