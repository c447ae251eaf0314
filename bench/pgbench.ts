/**
 * The same database without a server: a sign-up of four rows in six statements, by PostgreSQL's
 * pgbench if installed, otherwise by the driver.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { perSecond } from './measure.ts'

const run = promisify(execFile)
const seconds = 4

export interface Baseline {
  what: string
  /** @returns sign-ups per second with this many clients */
  measure(clients: number): Promise<number>
}

/**
 * @param url of the serving login
 * @param businesses their number; each sign-up is in one of them, by `numberedId`
 */
export function signUpBaseline(url: string, businesses: number): Baseline {
  const isInstalled = spawnSync('pgbench', ['--version']).status === 0
  return isInstalled
    ? { what: 'pgbench', measure: (clients) => byPgbench(url, businesses, clients) }
    : {
        what: 'its script, by the driver',
        measure: (clients) => byDriver(url, businesses, clients),
      }
}

/** The id of a business that a script can compute. */
export function numberedId(n: number): string {
  return `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0')}`
}

async function byPgbench(url: string, businesses: number, clients: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-pgbench-'))
  try {
    const script = join(folder, 'sign-up.sql')
    const random = `\\set n random(1, 281474976710655)\n\\set b random(0, ${businesses - 1})\n`
    const business = `('00000000-0000-4000-9000-' || lpad(to_hex(:b::bigint), 12, '0'))::uuid`
    const [enter = '', version = '', ...inserts] = statements(business, ':n', ':version')
    const text = ['begin', enter, `${version} \\gset`, ...inserts, 'commit']
    const ended = text.map((line) => (line.endsWith('gset') ? line : `${line};`))
    writeFileSync(script, `${random}${ended.join('\n')}\n`)
    const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`]
    const { stdout } = await run('pgbench', [...options, '-f', script, url])
    const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
    return Number(perSecond)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function byDriver(url: string, businesses: number, clients: number): Promise<number> {
  const sql = postgres(url, { max: clients, onnotice: () => {} })
  try {
    return await perSecond(clients * 100, clients, () =>
      sql.begin(async (tx) => {
        const n = String(Math.floor(Math.random() * 2 ** 48))
        const id = numberedId(Math.floor(Math.random() * businesses))
        const [enter = '', version = '', ...inserts] = statements('$1::uuid', '$2', '$3')
        await tx.unsafe(enter, [id], { prepare: true })
        const [row] = await tx.unsafe(version, [id], { prepare: true })
        for (const insert of inserts) {
          await tx.unsafe(insert, [id, n, row?.version], { prepare: true })
        }
      }),
    )
  } finally {
    await sql.end()
  }
}

function statements(business: string, n: string, version: string): string[] {
  const id = `('00000000-0000-4000-8000-' || lpad(to_hex(${n}::bigint), 12, '0'))::uuid`
  const email = `${n}::bigint || '@example.com'`
  const at = `${version}::bigint`
  return [
    `select enter_business(${business})`,
    `update business_version set version = version + 1 where business_id = ${business} returning version`,
    `insert into customer (business_id, id, first_name, last_name, email, email_key, mailbox_key, points, welcome, created_at, version)
      values (${business}, ${id}, 'Bo', 'Castellan', ${email}, ${email}, ${email}, 100, 'given', now(), ${at})`.replaceAll(
      '\n',
      ' ',
    ),
    `insert into points_entry (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
      values (${business}, ${id}, ${id}, 'welcome', 100, 'Welcome bonus', ${id}, now(), ${at})`.replaceAll(
      '\n',
      ' ',
    ),
    `insert into coupon (business_id, id, code, code_digest, member_id, source, description, discount_type, discount_value, issued_at, expires_at, version)
      values (${business}, ${id}, ${n}::bigint::text, ${n}::bigint::text, ${id}, 'welcome', 'Welcome: 10% off', 'percentage', 10, now(), now() + interval '90 days', ${at})`.replaceAll(
      '\n',
      ' ',
    ),
    `insert into applied_operation (business_id, operation_id, name, v, payload_hash, status, subject_id, asker, made_at, received_at, settled_at, version, received_version)
      values (${business}, ${id}, 'customer.signUp', 1, ${n}::bigint::text, 'applied', ${id}, 'visitor', now(), now(), now(), ${at}, ${at})`.replaceAll(
      '\n',
      ' ',
    ),
  ]
}
