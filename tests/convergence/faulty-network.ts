/**
 * A network that goes wrong as told, one fault a request: lost on the way there or back, sent
 * twice, cut, answered by somebody else, or delayed past its own retry.
 */
export const faults = [
  'none',
  'requestLost',
  'answerLost',
  'doubled',
  'cut',
  'captivePortal',
  'proxyError',
  'late',
] as const
export type Fault = (typeof faults)[number]

export class FaultyNetwork {
  readonly #url: string
  readonly #cookie: string
  /** Taken one a request; then all is well. */
  readonly planned: Fault[] = []
  readonly #late: (() => Promise<unknown>)[] = []

  constructor(url: string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
  }

  readonly fetch: typeof fetch = async (address, init = {}) => {
    const send = () =>
      fetch(this.#url + String(address), {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          Cookie: this.#cookie,
          'Sec-Fetch-Site': 'same-origin',
        },
      })
    switch (this.planned.shift() ?? 'none') {
      case 'requestLost':
        throw new TypeError('request lost')
      case 'answerLost':
        await (await send()).text()
        throw new TypeError('answer lost')
      case 'doubled': {
        const [, second] = await Promise.all([send().then((first) => first.text()), send()])
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
      case 'late':
        this.#late.push(async () => (await send()).text())
        throw new TypeError('timed out')
      default: {
        const response = await send()
        await this.deliverLate()
        return response
      }
    }
  }

  /** What was on the way all the time arrives now, after its retry. */
  async deliverLate(): Promise<void> {
    await Promise.all(this.#late.splice(0).map((send) => send().catch(() => undefined)))
  }
}
