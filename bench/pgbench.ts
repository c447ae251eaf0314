/**
 * The same database without a server: a sign-up's rows by as many statements as the product's, by
 * PostgreSQL's pgbench if installed, otherwise by the driver. Each statement is answered before the
 * next is sent, and nothing is read or decided.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type postgres from 'postgres'
import { fillBusinesses } from '#tests/support/fill-businesses.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { perSecond } from './measure.ts'
import {
  openDriver,
  type RecordedSignUp,
  type RecordedStatement,
  type Varying,
  vary,
} from './recorded-sign-up.ts'

const run = promisify(execFile)
const seconds = 4

export interface Baseline {
  what: string
  /** @returns sign-ups per second with this many clients */
  measure(clients: number): Promise<number>
}

interface Written {
  /** The serving login's, so that row-level security applies. */
  url: string
  /** Their number; each sign-up is in one of them, by `numberedId`. */
  businesses: number
  recorded: RecordedSignUp
}

export function signUpBaseline(written: Written): Baseline {
  const isInstalled = spawnSync('pgbench', ['--version']).status === 0
  return isInstalled
    ? { what: 'pgbench', measure: (clients) => byPgbench(written, clients) }
    : { what: 'its script, by the driver', measure: (clients) => byDriver(written, clients) }
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

async function byPgbench({ url, businesses, recorded }: Written, clients: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-pgbench-'))
  try {
    const script = join(folder, 'sign-up.sql')
    const [version = '', ...rows] = recorded.writes.map((each) =>
      writtenOut(each, recorded.varying),
    )
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inScript: Varying = {
  business: `' || :business::text || E'`,
  version: `' || :version::text || E'`,
  mark: `' || :mark::text || E'`,
}

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
    return `(E'${vary(escaped, varying, inScript)}')::${types[at]}`
  })
}

async function byDriver({ url, businesses, recorded }: Written, clients: number): Promise<number> {
  const sql = openDriver(url, clients)
  try {
    return await perSecond(clients * 100, clients, () =>
      sql.begin(async (tx) => {
        const business = numberedId(Math.floor(Math.random() * businesses))
        const as = { business, version: '', mark: crypto.randomUUID().slice(0, 13) }
        await tx.unsafe('select enter_business($1::uuid)', [business], { prepare: true })
        for (const { text, parameters } of recorded.writes) {
          const varied = parameters.map((each) => vary(each, recorded.varying, as))
          const values = varied as postgres.ParameterOrJSON<never>[]
          const [row] = await tx.unsafe(text, values, { prepare: true })
          as.version ||= String(row?.version)
        }
      }),
    )
  } finally {
    await sql.end()
  }
}
