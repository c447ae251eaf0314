/**
 * Every setting (README.md), read once from the environment and checked. A wrong one stops
 * startup with a sentence that names it; values are never quoted, since they may be secrets.
 * Outside loopback there is no development mode, whatever NODE_ENV says.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { password as accountPassword } from '#schema/contract/account.ts'
import { email } from '#schema/contract/person.ts'
import { readOrCreateSecret } from '#sync-server/private-file.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readWalletKeys, type WalletKeys } from '#sync-server/wallet-settings.ts'

/** From the most events written to the fewest. */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  /** Production rules apply: no mailbox, no demo; SMTP_URL and SESSION_SECRET are required. */
  production: boolean
  /** HOST and PUBLIC_URL are both loopback: other hosts and forwarding headers get 421. */
  loopback: boolean
  host: string
  port: number
  /** An origin, without a trailing slash. */
  publicUrl: string
  publicUrlIsDefault: boolean
  trustedProxies: BlockList
  dataDir: string
  databaseUrl: string | undefined
  servingDatabaseUrl: string | undefined
  sessionSecret: string
  /** The secret before the current one; tokens and sealed work made with it still validate. */
  previousSecret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  superAdmin: { email: string; password: string } | undefined
  /** Super admins must use a second factor. */
  superAdminSecondFactor: boolean
  seedDemo: boolean
  /** False is the kill switch: browsers remove the service worker at their next visit. */
  serviceWorker: boolean
  /** How long a page waits for its lookup before we send the app's page without it. */
  pagePatienceMs: number
  /** How long a server that stops still answers, until proxies have noticed. */
  drainMs: number
  /** The lowest level of lines in the log. */
  logLevel: LogLevel
  /** Gets each trouble and its end as JSON. */
  alertWebhookUrl: string | undefined
  /** Opens /metrics to its bearer. */
  metricsToken: string | undefined
  /** The password with which Postmark calls the webhook. */
  postmarkWebhookPassword: string | undefined
  /** Proves Mailgun's webhook. */
  mailgunSigningKey: string | undefined
  /** Keys for wallet passes on customers' phones. */
  wallets: WalletKeys
}

export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}

const { sessionSecretLengthMin, webhookSecretLengthMin, secretCharactersMin } = serverLimits

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], say('NODE_ENV', 'be development or production'))
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, say('PORT', 'be a whole number from 0 to 65535'))
    .transform(Number)
    .refine((port) => port <= 65_535, say('PORT', 'be a whole number from 0 to 65535'))
    .default(3000),
  HOST: z
    .string()
    .refine(isHost, say('HOST', 'be an address or a host name, such as 127.0.0.1 or 0.0.0.0'))
    .default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(
      isOrigin,
      say('PUBLIC_URL', 'be an address without a path, such as https://rewards.example.com'),
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list, context) => {
      const addresses = readBlockList(list)
      if (addresses) return addresses
      context.addIssue(
        say('TRUSTED_PROXIES', 'list addresses or networks, such as 10.0.0.1,192.168.0.0/16'),
      )
      return z.NEVER
    })
    .default(() => new BlockList()),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl('DATABASE_URL').optional(),
  SERVING_DATABASE_URL: postgresUrl('SERVING_DATABASE_URL').optional(),
  SESSION_SECRET: z
    .string()
    .min(sessionSecretLengthMin, {
      error: say('SESSION_SECRET', 'have at least 32 characters'),
      abort: true,
    })
    .refine(
      looksRandom,
      say('SESSION_SECRET', 'be random: use the output of openssl rand -base64 32'),
    )
    .optional(),
  SESSION_SECRET_PREVIOUS: z
    .string()
    .min(sessionSecretLengthMin, say('SESSION_SECRET_PREVIOUS', 'have at least 32 characters'))
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (url) => hasScheme(url, ['smtp:', 'smtps:']),
      say('SMTP_URL', 'look like smtps://name:password@mail.example.com'),
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      isMailbox,
      say('MAIL_FROM', 'be an e-mail address, or look like Regulars <hello@example.com>'),
    )
    .optional(),
  SUPER_ADMIN_EMAIL: z
    .string()
    .refine(isEmail, say('SUPER_ADMIN_EMAIL', 'be an e-mail address'))
    .optional(),
  SUPER_ADMIN_PASSWORD: z
    .string()
    .refine(
      (text) => accountPassword.safeParse(text).success,
      say(
        'SUPER_ADMIN_PASSWORD',
        'have at least 8 characters, with an uppercase letter, a lowercase letter and a number',
      ),
    )
    .optional(),
  SUPER_ADMIN_SECOND_FACTOR: z
    .enum(['required', 'optional'], say('SUPER_ADMIN_SECOND_FACTOR', 'be required or optional'))
    .transform((word) => word === 'required')
    .optional(),
  SEED_DEMO: z
    .enum(['true', 'false', '1', '0'], say('SEED_DEMO', 'be true or false'))
    .transform((word) => word === 'true' || word === '1')
    .optional(),
  SERVICE_WORKER: z
    .enum(['on', 'off'], say('SERVICE_WORKER', 'be on or off'))
    .transform((word) => word === 'on')
    .default(true),
  PAGE_PATIENCE_MS: z
    .string()
    .regex(/^\d{1,5}$/, say('PAGE_PATIENCE_MS', 'be a whole number of milliseconds up to 99999'))
    .transform(Number)
    .default(serverLimits.writtenPagePatienceMs),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, say('DRAIN_SECONDS', 'be a whole number of seconds up to 999'))
    .transform(Number)
    .optional(),
  LOG_LEVEL: z.enum(logLevels, say('LOG_LEVEL', 'be info, warn or error')).default('info'),
  ALERT_WEBHOOK_URL: z
    .string()
    .refine(
      (url) => hasScheme(url, ['http:', 'https:']),
      say('ALERT_WEBHOOK_URL', 'be an address, such as https://hooks.example.com/regulars'),
    )
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(sessionSecretLengthMin, {
      error: say('METRICS_TOKEN', 'have at least 32 characters'),
      abort: true,
    })
    .refine(
      looksRandom,
      say('METRICS_TOKEN', 'be random: use the output of openssl rand -base64 32'),
    )
    .optional(),
  POSTMARK_WEBHOOK_PASSWORD: z
    .string()
    .min(webhookSecretLengthMin, say('POSTMARK_WEBHOOK_PASSWORD', 'have at least 16 characters'))
    .optional(),
  MAILGUN_SIGNING_KEY: z
    .string()
    .min(webhookSecretLengthMin, say('MAILGUN_SIGNING_KEY', 'have at least 16 characters'))
    .optional(),
})

type Settings = z.infer<typeof settings>

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(withoutEmpty(withSecretFiles(env)))
  if (!parsed.success) {
    throw new ConfigProblem(parsed.error.issues.map((issue) => issue.message).join('\n'))
  }
  const given = parsed.data
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`
  const loopback = isLoopback(given.HOST) && isLoopback(new URL(publicUrl).hostname)
  const production = given.NODE_ENV === 'production' || !loopback
  refuseContradictions(given, production)
  const dataDir = resolve(given.DATA_DIR)
  return {
    production,
    loopback,
    host: given.HOST,
    port: given.PORT,
    publicUrl,
    publicUrlIsDefault: given.PUBLIC_URL === undefined,
    trustedProxies: given.TRUSTED_PROXIES,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    servingDatabaseUrl: given.SERVING_DATABASE_URL,
    sessionSecret: given.SESSION_SECRET ?? keepSessionSecret(dataDir),
    previousSecret: given.SESSION_SECRET_PREVIOUS,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `Regulars <no-reply@${new URL(publicUrl).hostname}>`,
    superAdmin:
      given.SUPER_ADMIN_EMAIL && given.SUPER_ADMIN_PASSWORD
        ? { email: email.parse(given.SUPER_ADMIN_EMAIL), password: given.SUPER_ADMIN_PASSWORD }
        : undefined,
    superAdminSecondFactor: given.SUPER_ADMIN_SECOND_FACTOR ?? production,
    seedDemo: given.SEED_DEMO ?? !production,
    serviceWorker: given.SERVICE_WORKER,
    pagePatienceMs: given.PAGE_PATIENCE_MS,
    drainMs: 1000 * (given.DRAIN_SECONDS ?? (production ? serverLimits.drainSeconds : 0)),
    logLevel: given.LOG_LEVEL,
    alertWebhookUrl: given.ALERT_WEBHOOK_URL,
    metricsToken: given.METRICS_TOKEN,
    postmarkWebhookPassword: given.POSTMARK_WEBHOOK_PASSWORD,
    mailgunSigningKey: given.MAILGUN_SIGNING_KEY,
    wallets: readWallets(env),
  }
}

function readWallets(env: Record<string, string | undefined>): WalletKeys {
  try {
    return readWalletKeys(env)
  } catch (error) {
    throw new ConfigProblem((error as Error).message)
  }
}

/** With PORT=0 the system chooses the port; the default PUBLIC_URL then follows it. */
export function withListeningPort(config: Config, port: number): Config {
  const publicUrl = config.publicUrlIsDefault ? `http://localhost:${port}` : config.publicUrl
  return { ...config, port, publicUrl }
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  const family = isIP(bare)
  return family !== 0 && loopbackAddresses.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

function refuseContradictions(given: Settings, production: boolean): void {
  const reason = "production's rules hold outside this machine and with NODE_ENV=production"
  if (production && !given.SESSION_SECRET) {
    throw new ConfigProblem(
      `SESSION_SECRET must be set: ${reason}. Use 32 random characters or more, the same on every server.`,
    )
  }
  if (production && !given.SMTP_URL) {
    throw new ConfigProblem(
      `SMTP_URL must be set: ${reason}. Codes and invitations go out through it, such as smtps://name:password@mail.example.com.`,
    )
  }
  if (production && given.SEED_DEMO) {
    throw new ConfigProblem(`SEED_DEMO must be false or left out: ${reason}.`)
  }
  for (const name of ['DATABASE_URL', 'SERVING_DATABASE_URL'] as const) {
    const url = given[name]
    if (production && url && !isProtectedOnTheWay(url)) {
      throw new ConfigProblem(
        `${name} must say how it is protected on the way: use sslmode=verify-full, which checks the server’s certificate, or sslmode=disable where nobody else is on the network between. Every other sslmode takes any certificate, or none.`,
      )
    }
  }
  if (given.SERVING_DATABASE_URL && !given.DATABASE_URL) {
    throw new ConfigProblem(
      'SERVING_DATABASE_URL must come with DATABASE_URL: set both, or neither for the embedded database.',
    )
  }
  if (!given.SUPER_ADMIN_EMAIL !== !given.SUPER_ADMIN_PASSWORD) {
    throw new ConfigProblem(
      'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD must come together: set both, or neither.',
    )
  }
}

/** Valid settings that are probably mistakes; startup prints them and continues. */
const doubtSentences = {
  secondFactorOptional:
    'SUPER_ADMIN_SECOND_FACTOR is optional: a super admin’s password alone may open every business. Leave it out to have them use a passkey or an authenticator app.',
  addressPlain:
    'PUBLIC_URL is not https: passwords, sessions and what customers type can be read on the way. Put a proxy that speaks https in front and set PUBLIC_URL to its address.',
  proxiesUntrusted:
    "TRUSTED_PROXIES is not set: every caller seems to come from the proxy in front, so one person's wrong passwords slow everybody down. Set it to the proxy's address.",
}
type Doubt = keyof typeof doubtSentences

export function findDoubts(config: Config): Doubt[] {
  if (!config.production) return []
  const isHttps = config.publicUrl.startsWith('https:')
  return [
    ...(config.superAdminSecondFactor ? [] : (['secondFactorOptional'] as const)),
    ...(isHttps ? [] : (['addressPlain'] as const)),
    ...(isHttps && config.trustedProxies.rules.length === 0 ? (['proxiesUntrusted'] as const) : []),
  ]
}

export function doubtsOf(config: Config): string[] {
  return findDoubts(config).map((doubt) => doubtSentences[doubt])
}

function keepSessionSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  let secret: string
  try {
    mkdirSync(dataDir, { recursive: true })
    secret = readOrCreateSecret(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigProblem(
      `DATA_DIR must be a folder this user can write to, or set SESSION_SECRET (${reason}).`,
    )
  }
  if (secret.length >= sessionSecretLengthMin) return secret
  throw new ConfigProblem(`SESSION_SECRET must be set, or the damaged file ${path} removed.`)
}

function say(name: string, expectation: string): string {
  return `${name} must ${expectation}.`
}

/** Settings that may come from a file instead, such as a mounted secret: SMTP_URL_FILE. */
const secretNames = [
  ...(['DATABASE_URL', 'SERVING_DATABASE_URL', 'SMTP_URL', 'SUPER_ADMIN_PASSWORD'] as const),
  ...(['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS'] as const),
  ...(['METRICS_TOKEN', 'ALERT_WEBHOOK_URL'] as const),
  ...(['POSTMARK_WEBHOOK_PASSWORD', 'MAILGUN_SIGNING_KEY'] as const),
]

function withSecretFiles(env: Record<string, string | undefined>) {
  const filled = { ...env }
  for (const name of secretNames) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) {
      throw new ConfigProblem(`${name} and ${name}_FILE must not come together: set one of them.`)
    }
    try {
      filled[name] = readFileSync(path, 'utf8')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ConfigProblem(`${name}_FILE must name a file that this user can read (${reason}).`)
    }
    if (!filled[name]?.trim()) throw new ConfigProblem(`${name}_FILE names an empty file.`)
  }
  return filled
}

function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  const filled: Record<string, string> = {}
  for (const [name, text] of Object.entries(env)) {
    if (text !== undefined && text.trim() !== '') filled[name] = text.trim()
  }
  return filled
}

function postgresUrl(name: string) {
  return z
    .string()
    .regex(
      /^postgres(ql)?:\/\/[^\s/]+\/\S+$/,
      say(name, 'look like postgres://login:password@host:5432/database'),
    )
}

const modesSpelledOut = ['verify-full', 'disable']

/**
 * True if every host is local, or if every sslmode is explicit. Several hosts may precede the
 * slash.
 */
function isProtectedOnTheWay(url: string): boolean {
  const [, hosts = '', query = ''] =
    /^\w+:\/\/(?:[^@/]*@)?([^/]*)\/[^?]*(?:\?(.*))?$/.exec(url) ?? []
  const modes = new URLSearchParams(query).getAll('sslmode')
  if (modes.length > 0 && modes.every((mode) => modesSpelledOut.includes(mode))) return true
  return hosts.split(',').every((host) => isLoopback(host.replace(/:\d+$/, '')))
}

/** A repeated word or key isn't secret, however long it is. */
function looksRandom(secret: string): boolean {
  return new Set(secret).size >= secretCharactersMin
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
}

function hasScheme(text: string, schemes: string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).host !== ''
}

function isOrigin(text: string): boolean {
  if (!hasScheme(text, ['http:', 'https:'])) return false
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && search + hash + username === ''
}

function isEmail(text: string): boolean {
  return email.safeParse(text).success
}

function isMailbox(text: string): boolean {
  const named = /^[^<>\r\n]+<([^<>\s]+)>$/.exec(text)
  return isEmail(named?.[1] ?? text)
}

function readBlockList(list: string): BlockList | undefined {
  const addresses = new BlockList()
  for (const entry of list.split(',').map((part) => part.trim())) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const family = isIP(address)
    if (family === 0) return undefined
    const bits = prefix === undefined ? undefined : Number(prefix)
    if (bits === undefined) addresses.addAddress(address, family === 6 ? 'ipv6' : 'ipv4')
    else if (bits > (family === 6 ? 128 : 32)) return undefined
    else addresses.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return addresses
}
