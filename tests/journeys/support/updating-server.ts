/**
 * The server during an update of the app: the same app with a newer service worker, and one push
 * that is slow, on its way to the server or back.
 */
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface UpdatingServer {
  url: string
  /**
   * Serves a newer worker from now on. It answers `newer` to any message port and caches a newer
   * page of the counter, one with `data-newer`.
   */
  update(): void
  /** The next push waits, before it reaches the server or after the server has committed. */
  holdPush(where: 'there' | 'back'): HeldPush
  close(): Promise<void>
}

export interface HeldPush {
  /** Resolves when the push waits. */
  waits: Promise<unknown>
  /** Releases it, even if the client is gone; resolves when the server has answered. */
  release(): Promise<unknown>
}

interface Gate {
  where: 'there' | 'back'
  /** Events of the push: 'reached', 'opened', 'answered'. */
  events: EventEmitter
}

const workerPath = '/service-worker.js'
const newerPart = `
self.addEventListener('message', ({ ports: [port] }) => port?.postMessage('newer'))
`
/** By path: the file's content in the newer version. */
const newerFiles: Record<string, (text: string) => string> = {
  [workerPath]: (text) =>
    text.replace(/[0-9a-f]{32}(?=","url":"counter\.html")/, 'newer') + newerPart,
  '/counter.html': (text) => text.replace('<html', '<html data-newer'),
}

/** @param headers added to every answer, in place of the app's own */
export async function startUpdatingServer(
  target: string,
  headers: Record<string, string> = {},
): Promise<UpdatingServer> {
  let isUpdated = false
  let nextGate: Gate | null = null

  const server = createServer(async (incoming, outgoing) => {
    const gate = incoming.url === '/api/sync/push' ? nextGate : null
    if (gate) nextGate = null
    const stop = async (where: Gate['where']) => {
      if (gate?.where !== where) return
      const opened = once(gate.events, 'opened')
      gate.events.emit('reached')
      await opened
    }
    const body = await buffer(incoming)
    await stop('there')
    const answer = await ask(target, incoming, body).catch(() => null)
    if (answer) Object.assign(answer.headers, headers)
    await stop('back')
    gate?.events.emit('answered')
    const renew = isUpdated ? newerFiles[incoming.url ?? ''] : undefined
    if (!answer) outgoing.destroy()
    else if (renew) sendRenewed(answer, outgoing, renew)
    else send(answer, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    update: () => {
      isUpdated = true
    },
    holdPush: (where) => {
      const events = new EventEmitter()
      nextGate = { where, events }
      return {
        waits: once(events, 'reached'),
        release: () => {
          const answered = once(events, 'answered')
          events.emit('opened')
          return answered
        },
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Fetches the whole answer, uncompressed, so that it can be changed. */
async function ask(target: string, incoming: IncomingMessage, body: Buffer) {
  const { method, url = '/' } = incoming
  const { 'if-none-match': _, ...headers } = incoming.headers
  const asked = request(target + url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer
}

function send(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(outgoing)
  answer.on('error', () => outgoing.destroy())
  outgoing.on('close', () => answer.destroy())
}

async function sendRenewed(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  renew: (text: string) => string,
): Promise<void> {
  const body = Buffer.from(renew((await buffer(answer)).toString()))
  outgoing.writeHead(answer.statusCode ?? 502, {
    ...answer.headers,
    'content-length': body.length,
  })
  outgoing.end(body)
}
