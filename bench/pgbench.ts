/**
 * The same database without a server: a sign-up's rows by as many statements as the product's, by
 * PostgreSQL's pgbench, which must be installed. Each statement is answered before the next is sent,
 * and nothing is read or decided.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { temporaryFolder } from './measure.ts'
import type { RecordedSignUp, RecordedStatement } from './recorded-sign-up.ts'

const run = promisify(execFile)
const seconds = 4

interface Written {
  /** The serving login's, so that row-level security applies. */
  url: string
  /** Their number; each sign-up is in one of them, by `numberedId`. */
  businesses: number
  recorded: RecordedSignUp
}

/** Ids that a script can compute, and those of their QR codes. */
const idStart = '00000000-0000-4000-9000-'
const numberedId = (n: number) => idStart + n.toString(16).padStart(12, '0')

export async function fillNumbered(bare: TestServer, count: number): Promise<void> {
  const { businessId } = await createTestBusiness(bare)
  await fillBusinesses(bare, businessId, count, numberedId)
  await bare.sql`insert into qr_code (business_id, id, code, name, created_at, version)
    select id, id, 'BENCH' || upper(right(id::text, 8)), 'Bench', now(), 0
    from business where id::text like ${`${idStart}%`}`
}

/** @returns sign-ups per second with this many clients */
export async function signUpsByPgbench(
  { url, businesses, recorded }: Written,
  clients: number,
): Promise<number> {
  const script = join(temporaryFolder(), 'sign-up.sql')
  const [version = '', ...rows] = recorded.writes.map((each) => writtenOut(each, recorded.varying))
  const lines = [
    `\\set b random(0, ${businesses - 1})`,
    'begin;',
    `select enter_business(id), id::text as business, left(gen_random_uuid()::text, 13) as mark
      from (select ('${idStart}' || lpad(to_hex(:b::bigint), 12, '0'))::uuid as id) own \\gset`,
    `${version} \\gset`,
    ...rows.map((row) => `${row};`),
    'commit;',
  ]
  writeFileSync(script, `${lines.join('\n')}\n`)
  const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`]
  const { stdout } = await run('pgbench', [...options, '-f', script, url])
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  return Number(perSecond)
}

const variables = ['business', 'version', 'mark']

/** With its parameters in their places; pgbench takes a colon for a variable, even in a text. */
function writtenOut({ text, parameters, types }: RecordedStatement, varying: RegExp): string {
  return text.replace(/\$(\d+)/g, (_, number) => {
    const at = Number(number) - 1
    const parameter = parameters[at]
    if (parameter === null) return 'null'
    const escaped = String(parameter).replace(
      /['\\:]/g,
      (each) => `\\x${each.charCodeAt(0).toString(16)}`,
    )
    const varied = escaped.replace(varying, (_, ...groups) => {
      const found = groups.slice(0, variables.length).findIndex(Boolean)
      return `' || :${variables[found]}::text || E'`
    })
    return `(E'${varied}')::${types[at]}`
  })
}
