/**
 * A network that goes wrong as told, one fault a request: lost on the way there or back, sent
 * twice, cut, answered by somebody else, delayed past its own retry, or with the server or its
 * database dying in the middle. Whatever reaches the server is written down on the way.
 */
import type { PushRequest } from '#schema/contract/sync.ts'
import type { Book } from './book.ts'
import type { Tally } from './tally.ts'

export const faults = [
  'none',
  'requestLost',
  'answerLost',
  'doubled',
  'cut',
  'captivePortal',
  'proxyError',
  'proxyTooLarge',
  'late',
  'serverDies',
  'databaseDies',
] as const
export type Fault = (typeof faults)[number]

/** What can happen to the server while it works on a request. */
export interface Dying {
  server(): Promise<void>
  database(): Promise<void>
}

export class FaultyNetwork {
  readonly #url: string
  readonly #dying: Dying
  readonly #tally: Tally
  readonly #book: Pick<Book, 'arrived'>
  /** Of whoever is signed in. */
  cookie = ''
  /** Taken one a request; then all is well. */
  readonly planned: Fault[] = []
  readonly #late: (() => Promise<unknown>)[] = []

  constructor(of: { url: string; dying: Dying; tally: Tally; book: Pick<Book, 'arrived'> }) {
    this.#url = of.url
    this.#dying = of.dying
    this.#tally = of.tally
    this.#book = of.book
  }

  readonly fetch: typeof fetch = async (address, init = {}) => {
    const path = String(address)
    const { cookie } = this
    const send = async () => {
      this.#note(path, init)
      const response = await fetch(this.#url + path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...(cookie && { Cookie: cookie }),
          'Sec-Fetch-Site': 'same-origin',
        },
      })
      return new Response(await response.text(), response)
    }
    const fault = this.#plannedFor(path, init)
    this.#tally.fault(fault)
    switch (fault) {
      case 'requestLost':
        throw new TypeError('request lost')
      case 'answerLost':
        await send()
        throw new TypeError('answer lost')
      case 'doubled': {
        const [, second] = await Promise.all([send(), send()])
        return second
      }
      case 'cut': {
        const response = await send()
        const text = await response.text()
        return new Response(text.slice(0, text.length / 2), response)
      }
      case 'captivePortal':
        return new Response('<html>Welcome to the Wi-Fi</html>', {
          headers: { 'Content-Type': 'text/html' },
        })
      case 'proxyError':
        return new Response('Bad Gateway', { status: 502 })
      case 'proxyTooLarge':
        return new Response('Too large', { status: 413 })
      case 'late':
        this.#late.push(send)
        throw new TypeError('timed out')
      case 'serverDies':
      case 'databaseDies': {
        const die = fault === 'serverDies' ? this.#dying.server : this.#dying.database
        const [answer] = await Promise.allSettled([send(), die()])
        if (answer.status === 'fulfilled') return answer.value
        throw answer.reason
      }
      default: {
        const response = await send()
        await this.deliverLate()
        return response
      }
    }
  }

  /** A proxy finds too large only what can be cut. */
  #plannedFor(path: string, init: RequestInit): Fault {
    const fault = this.planned.shift() ?? 'none'
    if (fault === 'proxyTooLarge' && (pushOf(path, init)?.operations.length ?? 0) < 2) return 'none'
    return fault
  }

  #note(path: string, init: RequestInit): void {
    const push = pushOf(path, init)
    if (!push) return
    this.#tally.batch(push.operations.length)
    for (const { operationId, discarded } of push.operations) {
      if (!discarded) this.#book.arrived.add(operationId)
    }
  }

  /** What was on the way all the time arrives now, after its retry. */
  async deliverLate(): Promise<void> {
    await Promise.all(this.#late.splice(0).map((send) => send().catch(() => undefined)))
  }
}

function pushOf(path: string, init: RequestInit): PushRequest | null {
  return path.endsWith('/api/sync/push') ? JSON.parse(String(init.body)) : null
}
