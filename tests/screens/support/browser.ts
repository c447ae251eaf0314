/**
 * One browser window over a server in the same process. Each file loads the app once; every later
 * page is opened like one restored from the back/forward cache.
 */
import 'fake-indexeddb/auto'
import { resolveObjectURL } from 'node:buffer'
import type { Window } from 'happy-dom'
import { vi } from 'vitest'
import { isVisitorPage } from '#schema/contract/address.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { Network } from './network.ts'
import { forgetToasts, keepToasts } from './toasts.ts'

export const network = new Network()
const { happyDOM } = globalThis as unknown as Pick<Window, 'happyDOM'>

interface SavedFile {
  name: string
  text: string
}
const saved: Promise<SavedFile>[] = []

let entry: 'app' | 'visitor' | null = null

/** From browsers' own style sheet. */
const inlineNames = 'bdi { display: inline }'

/** Adds what happy-dom's window lacks, and replaces what would affect this process. */
function prepareWindow(): void {
  network.install()
  keepToasts()
  Object.defineProperty(navigator, 'locks', { value: new Installation().locks })
  window.scrollTo = () => {}
  // Otherwise names of buttons and dialogs would get spaces around the names in them.
  document.head.append(Object.assign(document.createElement('style'), { textContent: inlineNames }))
  // Charts draw on this canvas context, which does nothing.
  const paper = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true })
  HTMLCanvasElement.prototype.getContext = () => paper as never
  Object.assign(globalThis, {
    Path2D: class {
      rect() {}
      moveTo() {}
      lineTo() {}
      arc() {}
      closePath() {}
    },
  })
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) saved.push(readSaved(this.download, this.href))
    else click.call(this)
  }
  const { location } = window
  location.assign = (path) => void open(String(path))
  location.replace = (path) => void open(String(path))
  location.reload = () => void open(location.pathname + location.search)
}

async function readSaved(name: string, address: string): Promise<SavedFile> {
  return { name, text: (await resolveObjectURL(address)?.text()) ?? '' }
}

/** Takes the oldest saved file that no test has taken yet, or waits for the next one. */
export async function savedFile(): Promise<SavedFile> {
  return vi.waitUntil(() => saved.shift(), { timeout: 30_000 })
}

/** Signs in by the call that the login screen makes. */
export async function signIn(email: string, password?: string): Promise<void> {
  const browser = new TestBrowser(network.url)
  await browser.signIn(email, password)
  network.setCookie(browser.cookie)
}

/** Sets the browser's languages until the test ends. Call before opening a page. */
export async function prefer(...languages: string[]): Promise<void> {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
  const [{ loadLanguage }, { setLanguage }] = await Promise.all([
    import('#pwa/texts/load-language.ts'),
    import('#pwa/texts/language.ts'),
  ])
  setLanguage('en', {})
  await loadLanguage()
}

/** Opens the page at this address as the signed-in user. */
export async function open(path: string): Promise<void> {
  const wanted = isVisitorPage(path.split(/[?#]/)[0] ?? '') ? 'visitor' : 'app'
  if (entry === null) {
    entry = wanted
    prepareWindow()
    happyDOM.setURL(network.url + path)
    document.body.innerHTML = '<div id="app"></div>'
    await loadScreens(entry)
    await (entry === 'app' ? import('#pwa/main.tsx') : import('#pwa/join.tsx'))
  } else if (entry !== wanted) throw new Error(`${path} belongs to another file: one app each`)
  else await comeBack(path)
}

/** Loaded on demand, a screen would take longer on a busy machine than queries wait for it. */
async function loadScreens(app: 'app' | 'visitor'): Promise<void> {
  await (app === 'visitor'
    ? Promise.all([
        import('#pwa/routes/card/customer.tsx'),
        import('#pwa/routes/card/lazy-parts.ts'),
        import('#pwa/routes/join/kiosk.tsx'),
        import('#pwa/routes/join/outcome.tsx'),
        import('#pwa/routes/mailed-link/screens.ts'),
        import('#pwa/shell/app-chrome.tsx'),
        import('#pwa/visitor/keep-sending.ts'),
        import('#pwa/visitor/submit.ts'),
      ])
    : Promise.all([
        import('#pwa/routes/business/dashboard.tsx'),
        import('#pwa/routes/screens/own.tsx'),
        import('#pwa/routes/counter/counter.tsx'),
        import('#pwa/routes/screens/platform.ts'),
        import('#pwa/routes/screens/account.ts'),
      ]))
}

/** Unmounts the previous screen; the app of businesses also reads the session again. */
async function comeBack(path: string): Promise<void> {
  const { clearToasts } = await import('#pwa/ui/toast-store.ts')
  clearToasts()
  if (entry === 'app') {
    const { router } = await import('#pwa/router.tsx')
    // A half-filled form would ask first, and keep its test from ending.
    await router.navigate({ to: '/terms', ignoreBlocker: true })
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    router.history.push(path)
    await router.load()
    return
  }
  goTo('/customer-signup')
  await vi.waitUntil(() => document.querySelector('video'), { timeout: 20_000, interval: 5 })
  goTo(path)
}

function goTo(path: string): void {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event('popstate'))
}

/** Cuts the network and fires an event that makes the app try, so it notices. */
export function cutNetwork(): () => void {
  const mend = network.cut()
  window.dispatchEvent(new Event('online'))
  return () => {
    mend()
    window.dispatchEvent(new Event('online'))
  }
}

/** Drops what visitors saved for another file's server, which answers no more. */
export async function forgetSaved(): Promise<void> {
  if (entry !== 'visitor') return
  const { database } = await import('#pwa/visitor/database.ts')
  await database.operations.clear()
}

/** Resets the network, signs out and opens a page without personal data. */
export async function leave(): Promise<void> {
  network.reset()
  if (document.documentElement.lang !== 'en') await prefer('en-US')
  saved.length = 0
  forgetToasts()
  if (entry === 'visitor') return open('/customer-signup')
  if (entry === null) return
  await open('/terms')
  // Until this device has closed, the next user would see its business.
  const { currentDevice } = await import('#pwa/sync/current-device.ts')
  await vi.waitUntil(() => currentDevice() === null, { timeout: 20_000, interval: 5 })
}
