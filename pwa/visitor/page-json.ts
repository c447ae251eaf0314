/** Data that the server rendered into the page, so that the first view needs no second request. */

import { keepDrawn } from '#pwa/visitor/drawn-qr.ts'
import type { QrPath } from '#pwa/visitor/qr-path.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'

export interface PageLookUp {
  code: string
  lookUp: SignUpLookup
}

export interface PageCard {
  customerId: string
  page: CustomerPage
  /** The member code, as it is drawn in the page. */
  code: { text: string; drawn: QrPath }
}

export const lookUpElementId = 'look-up'
export const cardElementId = 'card'

/** @returns null on a page without one, or for another code */
export function readPageLookUp(code: string): SignUpLookup | null {
  const written = read<PageLookUp>(lookUpElementId)
  return written?.code === code ? written.lookUp : null
}

/** @returns null on a page without one, or for another customer */
export function readPageCard(customerId: string): CustomerPage | null {
  const written = read<PageCard>(cardElementId)
  if (written?.customerId !== customerId) return null
  keepDrawn(written.code.text, written.code.drawn)
  return written.page
}

export function forgetPageCard(): void {
  document.getElementById(cardElementId)?.remove()
}

function read<Facts>(elementId: string): Facts | null {
  const element = document.getElementById(elementId)
  return element && JSON.parse(element.textContent ?? '')
}
