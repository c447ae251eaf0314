/**
 * A network in front of the server that fails on demand: it loses the answer after the server has
 * committed, answers like a captive portal, never answers, cuts the connection, or holds requests
 * back.
 */
import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type NetworkMode =
  | 'well'
  | 'loseAnswers'
  | 'holdAnswers'
  | 'cutAnswers'
  | 'captivePortal'
  | 'silence'
  | 'badGateway'
  | 'unreachable'

export interface BadNetwork {
  url: string
  mode: NetworkMode
  /** Only requests with this path prefix fail. */
  only: string
  /** Resolves when an affected request has arrived. */
  touched(): Promise<string>
  /** Restores the network and cuts off requests without an answer. */
  reconnect(): void
  /** Fails once a request of this path has arrived; requests already under way are unaffected. */
  breakAfter(path: string, mode: NetworkMode, only: string): void
  close(): Promise<void>
}

export async function startBadNetwork(target: string): Promise<BadNetwork> {
  const held = new Set<ServerResponse>()
  let waiting: ((path: string) => void)[] = []
  let next: { path: string; mode: NetworkMode; only: string } | null = null
  const network = { mode: 'well' as NetworkMode, only: '/api' }
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (next && path.startsWith(next.path)) {
      network.mode = next.mode
      network.only = next.only
      next = null
    }
    const isTouched = network.mode !== 'well' && path.startsWith(network.only)
    const { mode } = network
    if (isTouched) {
      for (const resolve of waiting) resolve(path)
      waiting = []
    }
    if (isTouched && mode === 'captivePortal') {
      outgoing.writeHead(200, { 'Content-Type': 'text/html' })
      outgoing.end('<html><body>Welcome to the Wi-Fi. Please accept the terms.</body></html>')
      return
    }
    if (isTouched && mode === 'badGateway') {
      outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('Bad Gateway')
      return
    }
    if (isTouched && mode === 'unreachable') {
      incoming.socket.destroy()
      return
    }
    if (isTouched && mode === 'silence') {
      held.add(outgoing)
      incoming.resume()
      return
    }
    const upstream = request(
      target + path,
      { method: incoming.method, headers: { ...incoming.headers } },
      (answer) => {
        if (isTouched && mode === 'holdAnswers') {
          held.add(outgoing)
          answer.resume()
          return
        }
        if (isTouched && mode === 'cutAnswers') {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.once('data', (chunk: Buffer) => {
            outgoing.write(chunk.subarray(0, chunk.length / 2), () => incoming.socket.destroy())
          })
          return
        }
        if (isTouched && mode === 'loseAnswers') {
          answer.resume()
          answer.on('end', () => incoming.socket.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    upstream.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(network, {
    url: `http://localhost:${port}`,
    touched: () => new Promise<string>((resolve) => waiting.push(resolve)),
    reconnect() {
      network.mode = 'well'
      for (const outgoing of held) outgoing.destroy()
      held.clear()
    },
    breakAfter(path: string, mode: NetworkMode, only: string) {
      next = { path, mode, only }
    },
    async close() {
      for (const outgoing of held) outgoing.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
