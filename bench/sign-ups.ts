/**
 * Sign-ups per second over HTTP in one business, with the product as its own process, beside the
 * bare database. A single sign-up is compared with its SQL.
 */
import { Agent, request } from 'node:http'
import postgres from 'postgres'
import { startApp } from '#tests/journeys/support/app.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import { type Figure, leastOfRatio } from './figure.ts'
import { median, perSecond, spanMs } from './measure.ts'
import { signUpBaseline } from './pgbench.ts'
import { signUpBySql } from './sign-up-sql.ts'

const callers = 16
const warmUps = 2_000
const signUpsARound = 2_000
const alone = 100
const rounds = 5
/** Enough codes that no per-code limit is reached. */
const codesCount = 400
const networksCount = 100

export async function measureSignUps(): Promise<Figure[]> {
  const app = await startApp()
  const bare = await startTestServer()
  const sql = postgres(bare.database.servingUrl, { max: callers, onnotice: () => {} })
  const agents = openNetworks()
  try {
    await app.ask(
      (owner) => owner`update business
      set welcomes_per_network_per_day = 10000000, welcomes_per_hour = 10000000`,
    )
    const codes = await addCodes(app)
    const business = await createTestBusiness(bare)
    const baseline = signUpBaseline(bare.database.servingUrl, business.businessId)
    let next = 0
    const signUp = () => {
      next += 1
      const agent = agents[next % agents.length]
      return joinOverHttp(app.url, codes[next % codes.length] ?? '', agent)
    }
    await perSecond(warmUps, callers, signUp)
    await baseline.measure(callers)
    await app.ask((owner) => owner`analyze`)
    await bare.ask((owner) => owner`analyze`)
    const http: number[] = []
    const database: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      database.push(await baseline.measure(callers))
      http.push(await perSecond(signUpsARound, callers, signUp))
    }
    const httpAlone: number[] = []
    const driverAlone: number[] = []
    for (let turn = 0; turn < alone; turn += 1) {
      httpAlone.push(await spanMs(signUp))
      driverAlone.push(await spanMs(() => signUpBySql(sql, business)))
    }
    return [
      {
        what: 'sign-ups, 16 at once, one business',
        measured: median(http),
        unit: '/s',
        baseline: { what: `${baseline.what}, 16 clients`, measured: median(database) },
        bar: leastOfRatio(0.45),
      },
      {
        what: 'one sign-up alone, p50',
        measured: median(httpAlone),
        unit: 'ms',
        baseline: { what: 'its SQL, driver alone', measured: median(driverAlone) },
      },
    ]
  } finally {
    for (const agent of agents) agent.destroy()
    await sql.end()
    await bare.close()
    await app.close()
  }
}

/** Enough networks, for the same reason; every address of 127.0.0.0/8 is local. */
function openNetworks(): Agent[] {
  return Array.from(
    { length: networksCount },
    (_, at) => new Agent({ keepAlive: true, localAddress: `127.0.1.${at + 1}`, family: 4 }),
  )
}

async function addCodes(app: Awaited<ReturnType<typeof startApp>>): Promise<string[]> {
  const rows = await app.ask<{ code: string }>(
    (owner) => owner`
      with made as (
        insert into qr_code (business_id, id, code, name, created_at, version)
        select business_id, gen_random_uuid(), 'BENCH' || lpad(n::text, 5, '0'), 'Bench', now(), 0
        from (select business_id from qr_code limit 1) one, generate_series(1, ${codesCount}::int) n
        returning business_id, id, code
      )
      insert into sign_up_code (code, business_id, qr_code_id)
      select code, business_id, id from made returning code`,
  )
  return rows.map(({ code }) => code)
}

/** Uses a minimal HTTP client, because the client's cost reduces what the server gets. */
export function joinOverHttp(url: string, code: string, agent?: Agent): Promise<void> {
  const key = crypto.randomUUID()
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    memberId: crypto.randomUUID(),
    firstName: 'Bo',
    lastName: 'Castellan',
    email: `${key}@example.com`,
    termsAccepted: true,
    privacyPolicyAccepted: true,
  })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Sec-Fetch-Site': 'same-origin',
    'Idempotency-Key': key,
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/signup/${code}`,
      { method: 'POST', headers, agent },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.once('end', () => {
          if (answer.statusCode === 201) resolve()
          else reject(new Error(`A sign-up was refused: ${answer.statusCode} ${text}`))
        })
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}
