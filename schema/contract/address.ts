/**
 * The addresses that work without an account, in one place: printed codes, customers' pages, and
 * those that the server answers itself. The app, its service worker, the server and the dev server
 * all use them.
 */

/** The address on a QR sticker. */
export function printedSignUpUrl(origin: string, code: string): string {
  return `${origin}/customer-signup/${code}`
}

/** The sign-up page's own address, for posting its form and for its look-up. */
export function signUpPath(code: string): string {
  return `/signup/${encodeURIComponent(code)}`
}

export type PublicScreen =
  | { name: 'scan' }
  | { name: 'signUp'; code: string }
  | { name: 'kiosk'; code: string }
  | { name: 'customer'; customerId: string }
  | { name: 'unsubscribe'; token: string }
  | { name: 'memberEmail' }
  | { name: 'privacyLink' }
  | { name: 'cardLink' }
  | { name: 'unknown' }

export function readAddress(path: string): PublicScreen {
  const [first, rest, ...more] = path.split('/').filter(Boolean).map(decoded)
  if (more.length > 0) return { name: 'unknown' }
  if (first === 'customer-signup') return rest ? { name: 'signUp', code: rest } : { name: 'scan' }
  if (first === 'signup' && rest) return { name: 'signUp', code: rest }
  if (first === 'kiosk' && rest) return { name: 'kiosk', code: rest }
  if (first === 'customer' && rest) return { name: 'customer', customerId: rest }
  if (first === 'unsubscribe' && rest) return { name: 'unsubscribe', token: rest }
  if (first === 'member-email' && !rest) return { name: 'memberEmail' }
  if (first === 'member-data' && !rest) return { name: 'privacyLink' }
  if (first === 'member-card' && !rest) return { name: 'cardLink' }
  return { name: 'unknown' }
}

/** Keeps a malformed escape as is; it cannot be a printed code. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Pages about one person, whose addresses or fragments are secrets: no other site learns them. */
const personalPages = [/^\/(customer|unsubscribe)\//, /^\/member-(email|data|card)([/?]|$)/]

export function isPersonalPage(path: string): boolean {
  return personalPages.some((page) => page.test(path))
}

/** Pages of the light app (join.html). `/signup` alone is the account page, `/kiosk` a screen. */
export const visitorPages = [
  /^\/customer-signup([/?]|$)/,
  /^\/(signup|kiosk)\/[^/?]/,
  ...personalPages,
]

export function isVisitorPage(path: string): boolean {
  return visitorPages.some((page) => page.test(path))
}

/** Posted by a sign-up page without scripts. */
export const signUpForm = '/signup/:code'

/** The server writes a sign-up page at both; the second is also the form's and the look-up's. */
export const signUpPages = ['/customer-signup/:code', signUpForm]

/** The server writes a customer's card there. */
export const cardPage = '/customer/:customerId'

/** @returns the printed code or card that a page or its call is about */
export function placeOf(path: string): string | undefined {
  return /^(?:\/api)?\/(?:customer-signup|signup|customer)\/([^/]+)/.exec(path)?.[1]
}

/** A sign-up's own address, for its form and its call. */
export function isSignUpPath(path: string): boolean {
  return /^(?:\/api)?\/signup\/[^/]+$/.test(path)
}

/** Answered by the server only; the service worker never shows the app there. */
export const serverAddresses = /^\/(api|dev|logo|healthz|readyz)(\/|$)/
