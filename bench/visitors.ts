/** Visitors of many networks, with a small HTTP client: what it costs reduces what the server gets. */
import { Agent, request } from 'node:http'
import { newId, newKey } from '#sync-server/rule/id.ts'
import type { RunningApp } from '#tests/journeys/support/app.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { closing } from './measure.ts'

/** Every address of 127.0.0.0/8 is local. */
export function openNetworks(count: number): Agent[] {
  return Array.from({ length: count }, (_, at) => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.${at + 1}.0.1`, family: 4 })
    closing({ close: () => agent.destroy() })
    return agent
  })
}

/** Lets businesses welcome as many as come. @returns this many new sign-up codes of each */
export async function addCodes(
  { sql }: RunningApp,
  businessIds: readonly string[],
  ofEach = 1,
): Promise<string[]> {
  await sql`update business
    set welcomes_per_network_per_day = 10000000, welcomes_per_hour = 10000000`
  const rows = await sql<{ code: string }[]>`with made as (
      insert into qr_code (business_id, id, code, name, created_at, version)
      select business_id, gen_random_uuid(),
        'BENCH' || upper(left(md5(business_id::text || n), 8)), 'Bench', now(), 0
      from unnest(${businessIds}::uuid[]) business_id, generate_series(1, ${ofEach}::int) n
      returning business_id, id, code
    )
    insert into sign_up_code (code, business_id, qr_code_id)
    select code, business_id, id from made returning code`
  return rows.map(({ code }) => code)
}

export interface Posted {
  status: number | string
  retryAfterSeconds: number
}

export function signUp(url: string, code: string, agent: Agent | undefined): Promise<Posted> {
  const body = JSON.stringify({ ...signUpPayload(), id: newKey() })
  return post(`${url}/api/signup/${code}`, body, { agent, headers: { 'Idempotency-Key': newId() } })
}

export function post(
  url: string,
  body: string,
  how: { agent: Agent | undefined; headers: Record<string, string>; signal?: AbortSignal },
): Promise<Posted> {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Sec-Fetch-Site': 'same-origin',
    ...how.headers,
  }
  return new Promise((resolve) => {
    const asked = request(url, { ...how, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 'none',
          retryAfterSeconds: Number(answer.headers['retry-after'] ?? 0),
        }),
      )
    })
    asked.once('error', () =>
      resolve({ status: how.signal?.aborted ? 'given up' : 'cut', retryAfterSeconds: 0 }),
    )
    asked.end(body)
  })
}
