/** Doctor's look at PUBLIC_URL, as a phone sees it: its answer, its certificate and its end. */
import { connect, type PeerCertificate } from 'node:tls'
import type { Config } from '#sync-server/config.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import type { Finding } from './doctor.ts'

const patienceMs = 10_000
const daysMin = 14
const dayMs = 86_400_000

export async function examineAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  const part = 'address'
  try {
    const url = new URL('/readyz', publicUrl)
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    await answer.body?.cancel()
    const isOurs = answer.headers.has('regulars-api')
    const found: Finding = isOurs
      ? { part, state: answer.ok ? 'good' : 'broken', sentence: `${url} answers ${answer.status}` }
      : {
          part,
          state: 'broken',
          sentence: `${url} is answered by another program; check the proxy`,
        }
    return url.protocol === 'https:' ? [found, await examineCertificate(url)] : [found]
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    const sentence = `${publicUrl} does not answer here (${reasonOf(cause)}); start the server, or check DNS, proxy and certificate`
    return [{ part, state: 'broken', sentence }]
  }
}

async function examineCertificate({ hostname, port }: URL): Promise<Finding> {
  const until = new Date((await readCertificate(hostname, Number(port || 443))).valid_to)
  const days = Math.floor((until.getTime() - Date.now()) / dayMs)
  const end = `the certificate ends on ${until.toISOString().slice(0, 10)}`
  return days >= daysMin
    ? { part: 'https', state: 'good', sentence: end }
    : { part: 'https', state: 'doubtful', sentence: `${end}; see why it is not renewed` }
}

function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: patienceMs }, () => {
      resolve(socket.getPeerCertificate())
      socket.end()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.on('error', reject)
  })
}
