/**
 * A `fetch` like Chromium's over HTTP/1.1 that counts the bytes on its sockets, in both directions:
 * bodies, headers, and what the transfer coding adds.
 */
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** The headers that Chromium 143 adds to a call of the app, besides those of `RealBrowser`. */
const chromium = {
  'sec-ch-ua-platform': '"Android"',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="143", "Not A(Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-US,en;q=0.9',
  accept: '*/*',
}

export class CountedWire {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #sockets = new Set<Socket>()
  readonly #url: string
  requests = 0
  requestBodies = 0
  answerBodies = 0

  constructor(url: string) {
    this.#url = url
  }

  /** Sums so far; the heads are all that is no body: request line, headers and transfer coding. */
  read() {
    const { requests, requestBodies, answerBodies } = this
    const sum = (of: (socket: Socket) => number) =>
      [...this.#sockets].reduce((all, socket) => all + of(socket), 0)
    return {
      requests,
      requestHeads: sum(({ bytesWritten }) => bytesWritten) - requestBodies,
      requestBodies,
      answerHeads: sum(({ bytesRead }) => bytesRead) - answerBodies,
      answerBodies,
    }
  }

  readonly fetch = async (path: string, init: RequestInit = {}, cookie = ''): Promise<Response> => {
    this.requests += 1
    const method = init.method ?? 'GET'
    const body = new Uint8Array(await new Response(init.body ?? '').arrayBuffer())
    const referrer = init.referrerPolicy !== 'no-referrer' && { Referer: `${this.#url}/counter` }
    const headers = {
      ...chromium,
      ...(init.cache === 'no-store' && { Pragma: 'no-cache', 'Cache-Control': 'no-cache' }),
      ...(method !== 'GET' && { Origin: this.#url, 'Content-Length': body.byteLength }),
      ...referrer,
      ...(cookie && { Cookie: cookie }),
      ...Object.fromEntries(new Headers(init.headers)),
    }
    return new Promise((resolve, reject) => {
      const asked = request(this.#url + path, { agent: this.#agent, method, headers })
      asked.on('socket', (socket) => this.#sockets.add(socket))
      asked.on('error', reject)
      asked.on('response', async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part as Buffer)
        const sent = Buffer.concat(parts)
        const plain = new Uint8Array(unpack(sent, answer.headers['content-encoding']))
        this.requestBodies += body.byteLength
        this.answerBodies += sent.byteLength
        const named = Object.entries(answer.headersDistinct).map(
          ([name, values]) => [name, values?.join(', ') ?? ''] as [string, string],
        )
        resolve(new Response(plain, { status: answer.statusCode ?? 0, headers: named }))
      })
      asked.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function unpack(sent: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(sent)
  return encoding === 'gzip' ? gunzipSync(sent) : sent
}
