/**
 * Requests over kept-alive sockets, like a browser's, with less overhead than Node's own `fetch`: a
 * schedule sends two dozen.
 */
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface Asked {
  method?: string | undefined
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** @returns the complete answer; rejects without one, like `fetch` */
export function ask(url: string, { method, headers, body, signal }: Asked): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new TypeError('No answer', { cause }))
    const options = { agent, method: method ?? 'GET', headers, ...(signal && { signal }) }
    const asked = request(url, options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', fail)
      answer.on('end', () => {
        const { statusCode: status = 500, headersDistinct } = answer
        const told = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        const isEmpty = status === 204 || status === 304
        resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: told }))
      })
    })
    asked.on('error', fail)
    asked.end(body === undefined || body === null ? undefined : String(body))
  })
}
