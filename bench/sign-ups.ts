/**
 * Sign-ups a second over HTTP, the product being a process of its own, beside the same statements
 * through the driver alone. Both write to one business, whose version row every sign-up takes.
 */
import postgres from 'postgres'
import { startApp } from '#tests/journeys/support/app.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import type { Figure } from './figure.ts'
import { median, perSecond, spanMs } from './measure.ts'
import { signUpBySql } from './sign-up-sql.ts'

const callers = 16
const warmUps = 100
const signUpsARound = 600
const alone = 100
const rounds = 3

export async function measureSignUps(): Promise<Figure[]> {
  const app = await startApp()
  const bare = await startTestServer()
  const sql = postgres(bare.database.servingUrl, { max: callers, onnotice: () => {} })
  try {
    await app.ask((owner) => owner`update business set welcomes_per_network_per_day = 10000000`)
    const business = await createTestBusiness(bare)
    const code = new URL(app.signUpUrl).pathname.split('/').at(-1) ?? ''
    const overHttp = (count: number) => perSecond(count, callers, () => join(app.url, code))
    const bySql = (count: number) => perSecond(count, callers, () => signUpBySql(sql, business))
    await overHttp(warmUps)
    await bySql(warmUps)
    const http: number[] = []
    const driver: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      driver.push(await bySql(signUpsARound))
      http.push(await overHttp(signUpsARound))
    }
    const httpAlone: number[] = []
    const driverAlone: number[] = []
    for (let turn = 0; turn < alone; turn += 1) {
      httpAlone.push(await spanMs(() => join(app.url, code)))
      driverAlone.push(await spanMs(() => signUpBySql(sql, business)))
    }
    return [
      {
        what: 'sign-ups, 16 at once, one business',
        measured: median(http),
        unit: '/s',
        baseline: { what: 'its SQL, driver alone', measured: median(driver) },
      },
      {
        what: 'one sign-up alone, p50',
        measured: median(httpAlone),
        unit: 'ms',
        baseline: { what: 'its SQL, driver alone', measured: median(driverAlone) },
      },
    ]
  } finally {
    await sql.end()
    await bare.close()
    await app.close()
  }
}

async function join(url: string, code: string): Promise<void> {
  const key = crypto.randomUUID()
  const response = await fetch(`${url}/api/signup/${code}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      memberId: crypto.randomUUID(),
      firstName: 'Bo',
      lastName: 'Castellan',
      email: `${key}@example.com`,
      termsAccepted: true,
      privacyPolicyAccepted: true,
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`A sign-up was refused: ${response.status} ${text}`)
}
