/** The server as it is after an update: its service worker is another one as soon as that is told. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface NewerVersion {
  url: string
  isNewer: boolean
  close(): Promise<void>
}

export async function startNewerVersion(target: string): Promise<NewerVersion> {
  const version = { isNewer: false }
  const server = createServer((incoming, outgoing) => {
    const isChanged = version.isNewer && incoming.url === '/service-worker.js'
    const { 'if-none-match': _, ...headers } = incoming.headers
    const upstream = request(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const { 'content-length': length, ...answered } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, isChanged ? answered : answer.headers)
        answer.pipe(outgoing, { end: !isChanged })
        if (isChanged) answer.on('end', () => outgoing.end('\n// The newer version.'))
      },
    )
    upstream.on('error', () => incoming.socket.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(version, {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
