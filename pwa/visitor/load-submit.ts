/**
 * Loads the code for a press of the sign-up button at the first touch of the page, and has a
 * fallback if it did not load. Some browsers cache a failed import as long as the page is open, so
 * another press would fail the same way even online.
 */
import { signUpPath } from '#schema/contract/address.ts'

/** All in one module: a saved sign-up can then also be sent and followed. */
export const loadSubmit = () => import('#pwa/visitor/submit.ts')

/** How long to wait for the server's health check. */
const patienceMs = 5_000

/**
 * Submits the form without scripts, which leaves the page. Only if the server can be reached: the
 * browser's error page would lose what was typed.
 * @returns false if nothing was sent
 */
export async function sendPlainly(form: HTMLFormElement, code: string): Promise<boolean> {
  if (!(await isServerThere())) return false
  const onceKey = document.createElement('input')
  onceKey.type = 'hidden'
  onceKey.name = 'onceKey'
  onceKey.value = crypto.getRandomValues(new Uint32Array(4)).join('-')
  form.append(onceKey)
  form.method = 'post'
  form.action = signUpPath(code)
  form.submit()
  return true
}

/** Checks for our server, not the sign-in page of a Wi-Fi network. */
async function isServerThere(): Promise<boolean> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), patienceMs)
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: given.signal })
    return (await answer.json()).alive === true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
