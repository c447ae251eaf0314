/**
 * Sign-ups per second over HTTP in one business and over a thousand, with the product as its own
 * process, beside the bare database. A single sign-up is compared with its SQL.
 */
import { Agent, request } from 'node:http'
import { startApp } from '#tests/journeys/support/app.ts'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type Figure, leastOfRatio } from './figure.ts'
import { median, perSecond, spanMs } from './measure.ts'
import { fillNumbered, numberedId, signUpBaseline } from './pgbench.ts'
import { openDriver, recordSignUp, signUpByDriver } from './recorded-sign-up.ts'

const callers = 16
const businessCount = 1_000
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
  const { servingUrl } = bare.database
  const sql = openDriver(servingUrl, 1)
  const agents = openNetworks()
  try {
    await app.ask(
      (owner) => owner`update business
      set welcomes_per_network_per_day = 10000000, welcomes_per_hour = 10000000`,
    )
    await fillNumbered(bare, businessCount)
    const recorded = await recordSignUp()
    const others = await fillBusinesses(app, app.businessId, businessCount)
    const crowds = await Promise.all(
      [[app.businessId], others].map(async (ids) => ({
        codes: await addCodes(app, ids),
        baseline: signUpBaseline({ url: servingUrl, businesses: ids.length, recorded }),
        http: [] as number[],
        database: [] as number[],
      })),
    )
    let next = 0
    const signUpBy = (codes: readonly string[]) => () => {
      next += 1
      const agent = agents[next % agents.length]
      return joinOverHttp(app.url, codes[next % codes.length] ?? '', agent)
    }
    for (const { codes, baseline } of crowds) {
      await perSecond(warmUps, callers, signUpBy(codes))
      await baseline.measure(callers)
    }
    await app.ask((owner) => owner`analyze`)
    await bare.ask((owner) => owner`analyze`)
    for (let round = 0; round < rounds; round += 1) {
      for (const { codes, baseline, http, database } of crowds) {
        database.push(await baseline.measure(callers))
        http.push(await perSecond(signUpsARound, callers, signUpBy(codes)))
      }
    }
    const [one, many] = crowds
    const signUp = signUpBy(one?.codes ?? [])
    const httpAlone: number[] = []
    const driverAlone: number[] = []
    for (let turn = 0; turn < alone; turn += 1) {
      httpAlone.push(await spanMs(signUp))
      driverAlone.push(await spanMs(() => signUpByDriver(sql, recorded, numberedId(0))))
    }
    return [
      {
        what: 'sign-ups, 16 at once, one business',
        measured: median(one?.http ?? []),
        unit: '/s',
        baseline: {
          what: `${one?.baseline.what}, the same rows`,
          measured: median(one?.database ?? []),
        },
        bar: leastOfRatio(0.45),
      },
      {
        what: 'sign-ups, 16 at once, 1,000 businesses',
        measured: median(many?.http ?? []),
        unit: '/s',
        baseline: {
          what: `${one?.baseline.what}, the same rows`,
          measured: median(many?.database ?? []),
        },
        bar: leastOfRatio(0.35),
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

async function addCodes(
  app: Awaited<ReturnType<typeof startApp>>,
  businessIds: readonly string[],
): Promise<string[]> {
  const rows = await app.ask<{ code: string }>(
    (owner) => owner`
      with made as (
        insert into qr_code (business_id, id, code, name, created_at, version)
        select business_id, gen_random_uuid(),
          'BENCH' || upper(left(md5(business_id::text || n), 8)), 'Bench', now(), 0
        from unnest(${businessIds}::uuid[]) business_id,
          generate_series(1, ${Math.ceil(codesCount / businessIds.length)}::int) n
        returning business_id, id, code
      )
      insert into sign_up_code (code, business_id, qr_code_id)
      select code, business_id, id from made returning code`,
  )
  return rows.map(({ code }) => code)
}

/**
 * Uses a minimal HTTP client, because the client's cost reduces what the server gets. Comes again
 * after a 503, as a phone does.
 */
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
          const againSeconds = Number(answer.headers['retry-after'])
          if (answer.statusCode === 201) resolve()
          else if (answer.statusCode === 503 && againSeconds > 0)
            setTimeout(
              () => joinOverHttp(url, code, agent).then(resolve, reject),
              againSeconds * 1_000,
            )
          else reject(new Error(`A sign-up was refused: ${answer.statusCode} ${text}`))
        })
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}
