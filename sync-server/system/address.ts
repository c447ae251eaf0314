/** PUBLIC_URL, as a phone sees it: its answer, its certificate and its end. */
import { connect, type PeerCertificate } from 'node:tls'
import type { Finding } from '#schema/contract/system.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import type { Config } from '#sync-server/config.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const patienceMs = 10_000

export async function examineAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  const part = 'address'
  try {
    const url = new URL('/readyz', publicUrl)
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    await answer.body?.cancel()
    const isOurs = answer.headers.has('regulars-api')
    const figures = { url: String(url), status: answer.status }
    const found: Finding = isOurs
      ? { part, state: answer.ok ? 'good' : 'broken', code: 'addressAnswers', figures }
      : { part, state: 'broken', code: 'addressForeign', figures }
    return url.protocol === 'https:' ? [found, await examineCertificate(url)] : [found]
  } catch (error) {
    const reason = reasonOf(error instanceof Error && error.cause ? error.cause : error)
    return [{ part, state: 'broken', code: 'addressSilent', figures: { url: publicUrl, reason } }]
  }
}

async function examineCertificate({ hostname, port }: URL): Promise<Finding> {
  const until = new Date((await readCertificate(hostname, Number(port || 443))).valid_to)
  const lasts = until.getTime() - Date.now() >= serverLimits.certificateDaysLeft * dayMs
  return {
    part: 'https',
    state: lasts ? 'good' : 'doubtful',
    code: lasts ? 'certificateLasts' : 'certificateEnds',
    figures: { on: until.toISOString() },
  }
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
