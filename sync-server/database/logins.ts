/**
 * The two restricted logins: `regulars_serving` works for one business at a time,
 * `regulars_platform` on accounts and all businesses. Neither owns a table or bypasses row-level
 * security, and startup rejects one that does. Their passwords are derived from SESSION_SECRET, so
 * all servers agree.
 */
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { closeDatabase, limitLogin } from '#sync-server/database/login-settings.ts'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { isCode } from '#sync-server/private-file.ts'
import { deriveKey } from '#sync-server/secret.ts'

export const servingLogin = 'regulars_serving'
export const platformLogin = 'regulars_platform'

const catalogRetriesMax = 20
const firstVersionWithInheritOption = 160_000

export type Owner = { sql: postgres.Sql; url: string; versionNumber: number }
/** `serving` may go through a pooler, `platform` never does. */
export type LoginUrls = { serving: string; platform: string }

export function loginUrl(ownerUrl: string, name: string, sessionSecret: string): string {
  const password = deriveKey(sessionSecret, `database login ${name}`).toString('base64url')
  // Replace by regular expression, because URL can't parse several hosts.
  return ownerUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${name}:${password}@`)
}

/** Must run before the migrations, which grant to both logins. */
export async function ensureLogins(
  owner: Owner,
  sessionSecret: string,
  servingUrl?: string,
): Promise<LoginUrls> {
  const urls = {
    serving: loginUrl(owner.url, servingLogin, sessionSecret),
    platform: loginUrl(owner.url, platformLogin, sessionSecret),
  }
  await ensureLogin(owner, platformLogin, urls.platform)
  const change = (statement: string) => changeRoles(owner, statement)
  await limitLogin(owner.sql, platformLogin, change)
  if (servingUrl === undefined) {
    await ensureLogin(owner, servingLogin, urls.serving)
    await limitLogin(owner.sql, servingLogin, change)
    await closeDatabase(owner.sql, change)
    return urls
  }
  await createRole(owner, servingLogin, urls.serving)
  await limitLogin(owner.sql, await ensureMembership(owner, servingUrl), change)
  await closeDatabase(owner.sql, change)
  return { ...urls, serving: servingUrl }
}

async function ensureLogin(owner: Owner, name: string, url: string): Promise<void> {
  await createRole(owner, name, url)
  try {
    await tryLogin(url)
  } catch (error) {
    if (!isCode(error, '28P01')) throw cannotLogIn(name, error)
    const password = passwordIn(url)
    await changeRoles(owner, `alter role ${name} password '${password}'`)
    await tryLogin(url).catch((again) => {
      throw cannotLogIn(name, again)
    })
  }
}

async function createRole(owner: Owner, name: string, url: string): Promise<void> {
  const [found] = await owner.sql`select from pg_roles where rolname = ${name}`
  if (found) return
  const rights = 'login nosuperuser nobypassrls nocreatedb nocreaterole noinherit'
  await changeRoles(owner, `create role ${name} ${rights} password '${passwordIn(url)}'`)
}

/**
 * Policies and grants target `regulars_serving`; another login gets them through an inheriting
 * membership (PostgreSQL applies neither to it without inheritance).
 * @returns its name
 */
async function ensureMembership(owner: Owner, servingUrl: string): Promise<string> {
  const name = await tryLogin(servingUrl).catch((error) => {
    throw cannotLogIn('that SERVING_DATABASE_URL names', error)
  })
  if (await inheritsServing(owner, name)) return name
  const option = owner.versionNumber >= firstVersionWithInheritOption ? ' with inherit true' : ''
  await changeRoles(owner, `grant ${servingLogin} to ${quoteName(name)}${option}`)
  if (await inheritsServing(owner, name)) return name
  throw new DatabaseProblem(
    `The login ${name} of SERVING_DATABASE_URL does not inherit rights: run ALTER ROLE ${quoteName(name)} INHERIT.`,
  )
}

async function inheritsServing(owner: Owner, name: string): Promise<boolean> {
  const [answer] = await owner.sql`select pg_has_role(${name}, ${servingLogin}, 'usage') as yes`
  return answer?.yes === true
}

/** Roles belong to the whole cluster, so another start may be changing them right now. */
async function changeRoles(owner: Owner, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.sql.unsafe(statement)
      return
    } catch (error) {
      // Another server created the login first.
      if (isCode(error, '42710', '23505')) return
      if (isCode(error, '42501') && statement.includes(' password ')) throw mayNot(error)
      const isConcurrent = reasonOf(error).includes('concurrently')
      if (!isConcurrent || attempt === catalogRetriesMax) throw error
      await pause(10 * attempt)
    }
  }
}

function mayNot(error: unknown): DatabaseProblem {
  return new DatabaseProblem(
    `The login in DATABASE_URL may not make the logins ${servingLogin} and ${platformLogin} (${reasonOf(error)}): give it CREATEROLE.`,
  )
}

function cannotLogIn(name: string, error: unknown): DatabaseProblem {
  return new DatabaseProblem(
    `The login ${name} cannot connect to the database (${reasonOf(error)}): see "Logins" in docs/operations.md.`,
  )
}

async function tryLogin(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false })
  try {
    const [answer] = await sql<[{ name: string }]>`select current_user as name`
    return answer.name
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** Rejects a login that bypasses row-level security. */
export async function refuseHighLogin(sql: postgres.Sql): Promise<void> {
  const [login] = await sql`
    select current_user as name,
      exists (select from pg_roles where rolsuper and pg_has_role(current_user, oid, 'member')) as super,
      exists (select from pg_roles where rolbypassrls and pg_has_role(current_user, oid, 'member')) as bypass,
      (select oid::regclass::text from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'f') and pg_has_role(current_user, relowner, 'member')
        limit 1) as owns`
  if (!login) throw new Error('the database did not say who is logged in')
  const fault =
    (login.super && 'is a superuser') ||
    (login.bypass && 'has BYPASSRLS') ||
    (login.owns && `owns tables (${login.owns})`)
  if (fault) {
    throw new DatabaseProblem(
      `The login ${login.name} ${fault}, and row-level security would not hold for it: use a login without such rights, and never the one of DATABASE_URL.`,
    )
  }
}

/** Our passwords are base64url, so they need no quoting. */
function passwordIn(url: string): string {
  const [, password = ''] = /^\w+:\/\/[^:]+:([\w-]+)@/.exec(url) ?? []
  return password
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
