/**
 * Records the rows that one sign-up through `POST /api/signup/{code}` writes, so that a
 * baseline can't fall behind it. Sent again, it signs up another member at another business.
 */
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'

export interface RecordedStatement {
  text: string
  parameters: readonly unknown[]
  /** PostgreSQL's names of the parameters' types. */
  types: readonly string[]
}

export interface RecordedSignUp {
  writes: readonly RecordedStatement[]
  /**
   * Finds what differs from one sign-up to the next, in three groups: the id of the business or of
   * its QR code; the version; the first 13 characters of a random UUID, with which each id and
   * digest of a sign-up starts.
   */
  varying: RegExp
}

/** Unlike any other number in a sign-up. */
const recordedVersion = '700000000'

export async function recordSignUp(): Promise<RecordedSignUp> {
  const heard: Omit<RecordedStatement, 'types'>[] = []
  const onTenantStatement = (text: string, parameters: unknown[]) => {
    if (/^(?:insert|update)/.test(text)) heard.push({ text, parameters })
  }
  const running = await startTestServer({}, { doors: { onTenantStatement } })
  const sql = postgres(running.database.servingUrl, { max: 1, onnotice: () => {} })
  // Leaves dates and JSON to the caller, like the product's driver.
  drizzle(sql)
  try {
    const { businessId, qrCodeId, code } = await createTestBusiness(running)
    await running.sql`update business_version set version = ${recordedVersion} - 1`
    heard.length = 0
    const { status, body } = await new TestBrowser(running.url).call('customer.signUp', {
      params: { code },
      headers: { 'Idempotency-Key': newKey() },
      body: { ...signUpPayload(), id: newKey() },
    })
    if (status !== 201) throw new Error(`The sign-up to record was refused: ${status}`)
    const writes: RecordedStatement[] = []
    for (const each of heard) {
      const { types } = await sql.unsafe(each.text).describe()
      const named = await sql<{ name: string }[]>`select format_type(oid, null) as name
        from unnest(${types}::oid[]) with ordinality as given (oid, at) order by at`
      writes.push({ ...each, types: named.map(({ name }) => name) })
    }
    const business = `${businessId}|${qrCodeId}`
    const mark = `${body.welcomeCoupon}|\\b[0-9a-f]{8}-[0-9a-f]{4}(?=-)|\\b[0-9a-f]{13}(?=[0-9a-f]{51})`
    const varying = new RegExp(`(${business})|(${recordedVersion})|(${mark})`, 'g')
    return { writes, varying }
  } finally {
    await sql.end()
    await running.close()
  }
}
