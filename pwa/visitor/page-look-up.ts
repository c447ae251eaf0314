/** The look-up that the server wrote into the page, so that the first look needs no second answer. */
import type { SignUpLookup } from '#schema/contract/qr-code.ts'

export interface PageLookUp {
  code: string
  lookUp: SignUpLookup
}

export const lookUpElementId = 'look-up'

/** @returns null on a page without one, or for another code */
export function readPageLookUp(code: string): SignUpLookup | null {
  const element = document.getElementById(lookUpElementId)
  if (!element) return null
  const written: PageLookUp = JSON.parse(element.textContent ?? '')
  if (written.code !== code) return null
  return written.lookUp
}
