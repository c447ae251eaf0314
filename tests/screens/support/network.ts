/**
 * The network of a screen test: Node's fetch with a browser's cookies and headers. A test can cut
 * it, hold its calls, or answer in the server's place.
 */
import { readFile } from 'node:fs/promises'

type Answer = () => Promise<Response> | Response

interface Rule {
  path: string | RegExp
  answer: Answer | null
  until: Promise<void>
  to?: (path: string) => string
}

export interface Asked {
  method: string
  /** With the query. */
  path: string
  headers: Headers
}

const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const nodesFetch = globalThis.fetch

export class Network {
  /** The server's address. */
  url = ''
  /** All requests, in order. */
  readonly asked: Asked[] = []
  readonly #cookies = new Map<string, string>()
  readonly #rules = new Set<Rule>()
  readonly #releases = new Set<() => void>()
  #underWay = 0

  /** Routes every fetch through this network. */
  install(): void {
    globalThis.fetch = (input, init) => this.#fetch(String(input), init)
  }

  /** Becomes another browser, on a network that works. Held requests, as of a failed test, fail. */
  reset(url = this.url): void {
    this.url = url
    this.asked.length = 0
    this.#cookies.clear()
    for (const rule of this.#rules) rule.answer ??= noAnswer
    this.#rules.clear()
    for (const release of this.#releases) release()
    this.#releases.clear()
  }

  setCookie(pair: string): void {
    const [name = '', value = ''] = pair.split('=', 2)
    if (value) this.#cookies.set(name, value)
    else this.#cookies.delete(name)
  }

  /** Fails every call of this path. @returns a function that ends it */
  cut(path: string | RegExp = /./): () => void {
    return this.#add({ path, answer: noAnswer, until: Promise.resolve() })
  }

  /** Gives each call this answer, as if from the server. @returns a function that ends it */
  answer(path: string | RegExp, status: number, body: unknown = ''): () => void {
    return this.#answer(path, status, body, { 'Regulars-Api': '1' })
  }

  /** Gives each call this answer, as if from a proxy. @returns a function that ends it */
  intercept(path: string | RegExp, status: number, body: string): () => void {
    return this.#answer(path, status, body, { 'Content-Type': 'text/html' })
  }

  #answer(path: string | RegExp, status: number, body: unknown, headers: HeadersInit): () => void {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = () => new Response(text, { status, headers })
    return this.#add({ path, answer, until: Promise.resolve() })
  }

  /**
   * Holds calls, then sends them to the address that `to` returns. @returns a function that
   * releases them
   */
  hold(path: string | RegExp, to = (asked: string) => asked): () => void {
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const end = this.#add({ path, answer: null, until, to })
    this.#releases.add(release)
    return () => {
      end()
      release()
    }
  }

  /** Whether no call waits for its answer. */
  get isQuiet(): boolean {
    return this.#underWay === 0
  }

  #add(rule: Rule): () => void {
    this.#rules.add(rule)
    return () => void this.#rules.delete(rule)
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    // The app's own addresses have no host.
    if (!path.startsWith('/')) return nodesFetch(path, init)
    const isStream = path === '/api/sync/pokes'
    if (!isStream) {
      this.asked.push({ method: init.method ?? 'GET', path, headers: new Headers(init.headers) })
      this.#underWay += 1
    }
    try {
      const rule = [...this.#rules].find((each) => fits(each.path, path))
      await rule?.until
      init.signal?.throwIfAborted()
      if (rule?.answer) return await rule.answer()
      // The app's WebAssembly file, which this server doesn't serve, because there is no build.
      if (path.endsWith('.wasm')) return await readWasm(path)
      return await this.#ask(rule?.to?.(path) ?? path, init)
    } finally {
      if (!isStream) this.#underWay -= 1
    }
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Cookie', [...this.#cookies].map((pair) => pair.join('=')).join('; '))
    headers.set('Sec-Fetch-Site', 'same-origin')
    headers.set('User-Agent', navigator.userAgent)
    headers.set('Accept-Language', navigator.languages.join(','))
    const response = await nodesFetch(this.url + path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) this.setCookie(cookie.split(';')[0] ?? '')
    return response
  }
}

function fits(wanted: string | RegExp, path: string): boolean {
  return typeof wanted === 'string' ? path.split('?')[0] === wanted : wanted.test(path)
}

async function readWasm(path: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/wasm' }
  return new Response(await readFile(process.cwd() + path), { headers })
}
