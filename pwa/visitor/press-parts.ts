/**
 * What a press of the sign-up button needs, which comes with the first touch of the page; and the
 * way out when it did not come. Some browsers keep a failed import for as long as the page is open,
 * so pressing again would fail the same way although the network is back.
 */
import { signUpPath } from '#schema/contract/address.ts'

/** All of it or nothing: what is saved can then also be sent and followed. */
export const loadPressParts = () => import('#pwa/visitor/press.ts')

/** How long the server may take to say that it is there. */
const patienceMs = 5_000

/**
 * Sends the form as it goes without scripts, and leaves the page. Not while the server cannot be
 * reached: the browser's own error page would take what was typed with it.
 * @returns false when nothing was sent
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

/** The server itself, and not the page of a Wi-Fi that wants its terms accepted. */
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
