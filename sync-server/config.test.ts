/** Tests every setting with valid and invalid values. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ConfigProblem,
  doubtsOf,
  isLoopback,
  readConfig,
  withListeningPort,
} from '#sync-server/config.ts'

const secret = 'a-secret-of-at-least-32-characters'
const smtp = 'smtps://name:password@mail.example.com'
let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function read(env: Record<string, string | undefined>) {
  return readConfig({ DATA_DIR: dataDir, ...env })
}

function problemOf(env: Record<string, string | undefined>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message
    throw error
  }
  return 'no problem'
}

describe('without settings', () => {
  test('runs on this machine in development mode with demo data', () => {
    expect(read({})).toMatchObject({
      production: false,
      loopback: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      servingDatabaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Regulars <no-reply@localhost>',
      superAdmin: undefined,
      seedDemo: true,
    })
  })

  test('treats an empty setting as unset', () => {
    const empty = { PORT: '', HOST: ' ', SMTP_URL: '', SESSION_SECRET: '', SEED_DEMO: '' }
    expect(read({ ...empty, PUBLIC_URL: '', TRUSTED_PROXIES: '', DATABASE_URL: '' })).toMatchObject(
      {
        port: 3000,
        host: '127.0.0.1',
        smtpUrl: undefined,
        seedDemo: true,
      },
    )
  })

  test('creates the session secret once, in a private file', () => {
    const first = read({}).sessionSecret
    const path = join(dataDir, 'session-secret')
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(read({}).sessionSecret).toBe(first)
    expect(readFileSync(path, 'utf8')).toBe(first)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('explains a damaged secret or an unusable folder in one sentence', () => {
    const path = join(dataDir, 'damaged')
    writeFileSync(path, 'not a folder')
    expect(problemOf({ DATA_DIR: path })).toContain('DATA_DIR must be a folder')
    const folder = mkdtempSync(join(dataDir, 'short-'))
    writeFileSync(join(folder, 'session-secret'), 'short')
    expect(problemOf({ DATA_DIR: folder })).toContain('SESSION_SECRET must be set, or the damaged')
  })
})

describe('each setting', () => {
  test.each([
    ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
    ['PORT', '0', { port: 0 }],
    ['HOST', '::1', { host: '::1', loopback: true }],
    ['HOST', 'localhost', { host: 'localhost', loopback: true }],
    [
      'PUBLIC_URL',
      'http://127.0.0.1:4000/',
      { publicUrl: 'http://127.0.0.1:4000', loopback: true },
    ],
    ['DATABASE_URL', 'postgres://a:b@db:5432/x', { databaseUrl: 'postgres://a:b@db:5432/x' }],
    ['DATABASE_URL', 'postgresql://a@db/x', { databaseUrl: 'postgresql://a@db/x' }],
    ['SESSION_SECRET', secret, { sessionSecret: secret }],
    ['SMTP_URL', smtp, { smtpUrl: smtp }],
    ['MAIL_FROM', 'hello@example.com', { mailFrom: 'hello@example.com' }],
    ['MAIL_FROM', 'The Team <a@example.com>', { mailFrom: 'The Team <a@example.com>' }],
    ['SEED_DEMO', 'false', { seedDemo: false }],
    ['SEED_DEMO', '1', { seedDemo: true }],
    ['SERVICE_WORKER', 'off', { serviceWorker: false }],
    ['PAGE_PATIENCE_MS', '5000', { pagePatienceMs: 5000 }],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    [
      'ALERT_WEBHOOK_URL',
      'https://hooks.example/a',
      { alertWebhookUrl: 'https://hooks.example/a' },
    ],
    ['DRAIN_SECONDS', '7', { drainMs: 7000 }],
    ['METRICS_TOKEN', secret, { metricsToken: secret }],
    ['POSTMARK_WEBHOOK_PASSWORD', secret, { postmarkWebhookPassword: secret }],
    ['MAILGUN_SIGNING_KEY', secret, { mailgunSigningKey: secret }],
    ['NODE_ENV', 'test', { production: false }],
  ])('%s may be %s', (name, given, expected) => {
    expect(read({ [name]: given })).toMatchObject(expected)
  })

  test.each([
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
    ['HOST', 'http://x', 'HOST must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.'],
    ['PUBLIC_URL', 'example.com', 'PUBLIC_URL must be an address without a path'],
    ['PUBLIC_URL', 'ftp://example.com', 'PUBLIC_URL must be an address without a path'],
    ['PUBLIC_URL', 'https://example.com/shop', 'PUBLIC_URL must be an address without a path'],
    ['TRUSTED_PROXIES', 'proxy', 'TRUSTED_PROXIES must list addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES must list addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8', 'TRUSTED_PROXIES must list addresses or networks'],
    ['DATABASE_URL', 'mysql://a@b/c', 'DATABASE_URL must look like postgres://'],
    ['DATABASE_URL', 'postgres://host-alone', 'DATABASE_URL must look like postgres://'],
    ['SERVING_DATABASE_URL', 'x', 'SERVING_DATABASE_URL must look like postgres://'],
    [
      'SERVING_DATABASE_URL',
      'postgres://a@b/c',
      'SERVING_DATABASE_URL must come with DATABASE_URL',
    ],
    ['SESSION_SECRET', 'short', 'SESSION_SECRET must have at least 32 characters.'],
    ['SESSION_SECRET', 'password'.repeat(4), 'SESSION_SECRET must be random'],
    [
      'ALERT_WEBHOOK_URL',
      'mailto:me@example.com',
      'ALERT_WEBHOOK_URL must be an address, such as https://hooks.example.com/regulars.',
    ],
    ['DRAIN_SECONDS', 'long', 'DRAIN_SECONDS must be a whole number of seconds up to 999.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be info, warn or error.'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 32 characters.'],
    ['MAILGUN_SIGNING_KEY', 'short', 'MAILGUN_SIGNING_KEY must have at least 16 characters.'],
    [
      'POSTMARK_WEBHOOK_PASSWORD',
      'short',
      'POSTMARK_WEBHOOK_PASSWORD must have at least 16 characters.',
    ],
    [
      'METRICS_TOKEN',
      'a'.repeat(40),
      'METRICS_TOKEN must be random: use the output of openssl rand -base64 32.',
    ],
    [
      'SESSION_SECRET_PREVIOUS',
      'short',
      'SESSION_SECRET_PREVIOUS must have at least 32 characters.',
    ],
    ['SMTP_URL', 'mail.example.com', 'SMTP_URL must look like smtps://'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an e-mail address'],
    ['MAIL_FROM', 'A <a@b.c>, B <b@b.c>', 'MAIL_FROM must be an e-mail address'],
    ['SUPER_ADMIN_EMAIL', 'nobody', 'SUPER_ADMIN_EMAIL must be an e-mail address.'],
    ['SUPER_ADMIN_EMAIL', 'a@example.com', 'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD must come'],
    ['SUPER_ADMIN_PASSWORD', 'weak', 'SUPER_ADMIN_PASSWORD must have at least 8 characters'],
    ['SUPER_ADMIN_PASSWORD', 'Str0ngEnough', 'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD must'],
    ['SEED_DEMO', 'maybe', 'SEED_DEMO must be true or false.'],
    ['NODE_ENV', 'staging', 'NODE_ENV must be development or production.'],
  ])('%s may not be %s', (name, given, sentence) => {
    expect(problemOf({ [name]: given })).toContain(sentence)
  })

  test('reports several problems together and quotes no value', () => {
    const said = problemOf({ PORT: 'hunter2', SESSION_SECRET: 'hunter2' })
    expect(said.split('\n')).toHaveLength(2)
    expect(said).not.toContain('hunter2')
  })

  test('accepts trusted proxies as IPv4 and IPv6 addresses and networks', () => {
    const { trustedProxies } = read({ TRUSTED_PROXIES: '10.1.2.3, 192.168.0.0/16,fd00::/8' })
    expect(trustedProxies.check('10.1.2.3')).toBe(true)
    expect(trustedProxies.check('10.1.2.4')).toBe(false)
    expect(trustedProxies.check('192.168.77.1')).toBe(true)
    expect(trustedProxies.check('fd12::1', 'ipv6')).toBe(true)
    expect(read({}).trustedProxies.check('127.0.0.1')).toBe(false)
  })

  test("takes the first super admin's address and password together", () => {
    const pair = { SUPER_ADMIN_EMAIL: 'a@example.com', SUPER_ADMIN_PASSWORD: 'Str0ngEnough' }
    expect(read(pair).superAdmin).toEqual({ email: 'a@example.com', password: 'Str0ngEnough' })
  })

  test('follows the chosen port in the default PUBLIC_URL, not in a given one', () => {
    expect(withListeningPort(read({ PORT: '0' }), 4321).publicUrl).toBe('http://localhost:4321')
    const given = read({ PORT: '0', PUBLIC_URL: 'http://localhost' })
    expect(withListeningPort(given, 4321)).toMatchObject({
      port: 4321,
      publicUrl: 'http://localhost',
    })
  })
})

describe('a secret in a file', () => {
  test('is read without its line break, and rejected beside the plain setting', () => {
    const path = join(dataDir, 'relay')
    writeFileSync(path, `${smtp}\n`)
    expect(read({ SMTP_URL_FILE: path }).smtpUrl).toBe(smtp)
    expect(problemOf({ SMTP_URL_FILE: path, SMTP_URL: smtp })).toMatch(/must not come together/)
  })

  test('rejects a missing, empty or malformed file without quoting it', () => {
    const path = join(dataDir, 'database')
    writeFileSync(path, '\n')
    expect(problemOf({ DATABASE_URL_FILE: path })).toBe('DATABASE_URL_FILE names an empty file.')
    writeFileSync(path, 'hidden-word')
    expect(problemOf({ DATABASE_URL_FILE: path })).toMatch(/^DATABASE_URL must look like/)
    expect(problemOf({ DATABASE_URL_FILE: path })).not.toContain('hidden-word')
    const missing = join(dataDir, 'absent')
    expect(problemOf({ SESSION_SECRET_FILE: missing })).toMatch(/^SESSION_SECRET_FILE must name/)
  })
})

describe('production outside loopback', () => {
  const complete = { SESSION_SECRET: secret, SMTP_URL: smtp }

  test.each([
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.5', NODE_ENV: 'development' },
    { PUBLIC_URL: 'https://rewards.example.com', NODE_ENV: 'test' },
    { PUBLIC_URL: 'http://127.0.0.1.example.com' },
  ])('applies production rules with %o', (outside) => {
    expect(read({ ...outside, ...complete })).toMatchObject({ production: true, seedDemo: false })
    expect(problemOf({ ...outside, SMTP_URL: smtp })).toContain('SESSION_SECRET must be set')
    expect(problemOf({ ...outside, SESSION_SECRET: secret })).toContain('SMTP_URL must be set')
    expect(problemOf({ ...outside, ...complete, SEED_DEMO: 'true' })).toContain(
      'SEED_DEMO must be false or left out',
    )
  })

  test.each([
    'postgres://a:b@db/x',
    'postgresql://a:b@db:5432/x?prepare=false',
    'postgres://a:b@localhost,db.example:5432/x',
    'postgres://a:b@db/x?sslmode=prefer',
    'postgres://a:b@db/x?sslmode=allow',
    'postgres://a:b@db/x?sslmode=require',
    'postgres://a:b@db/x?sslmode=verify-ca',
    'postgres://a:b@db/x?sslmode=',
    'postgres://a:b@db/x?sslmode=verify-full&sslmode=require',
  ])('requires a remote database URL to choose its TLS mode: %s', (url) => {
    const outside = { ...complete, HOST: '0.0.0.0' }
    const sentence = 'must say how it is protected on the way'
    expect(problemOf({ ...outside, DATABASE_URL: url })).toContain(`DATABASE_URL ${sentence}`)
    const here = 'postgres://a:b@127.0.0.1/x'
    expect(problemOf({ ...outside, DATABASE_URL: here })).toBe('no problem')
    expect(problemOf({ ...outside, DATABASE_URL: here, SERVING_DATABASE_URL: url })).toContain(
      `SERVING_DATABASE_URL ${sentence}`,
    )
    const bare = url.replace(/[?&]sslmode=[^&]*/g, '')
    const said = bare.includes('?') ? `${bare}&sslmode=verify-full` : `${bare}?sslmode=disable`
    expect(problemOf({ ...outside, DATABASE_URL: said })).toBe('no problem')
    expect(problemOf({ DATABASE_URL: url })).toBe('no problem')
  })

  test.each(['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    'treats %s as loopback',
    (host) => expect(isLoopback(host)).toBe(true),
  )

  test.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', 'example.com'])(
    "doesn't treat %s as loopback",
    (host) => expect(isLoopback(host)).toBe(false),
  )
})

test('warns at startup about settings that are probably mistakes', () => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: secret, SMTP_URL: smtp }
  const doubts = (env: Record<string, string>) => doubtsOf(read({ ...production, ...env }))
  expect(doubts({ PUBLIC_URL: 'http://points.example' })[0]).toMatch(/^PUBLIC_URL is not https/)
  expect(doubts({ PUBLIC_URL: 'https://points.example' })[0]).toMatch(/^TRUSTED_PROXIES is not set/)
  const whole = { PUBLIC_URL: 'https://points.example', TRUSTED_PROXIES: '10.0.0.1' }
  expect(doubts(whole)).toEqual([])
  expect(doubtsOf(read({}))).toEqual([])
})

describe('wallet passes', () => {
  test('are absent without keys', () => {
    expect(read({}).wallets).toEqual({ google: undefined, apple: undefined })
  })

  test.each([
    [
      { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678' },
      'GOOGLE_WALLET_KEY_FILE must be set too: GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY_FILE.',
    ],
    [
      { GOOGLE_WALLET_ISSUER_ID: 'mine', GOOGLE_WALLET_KEY_FILE: 'key.json' },
      'GOOGLE_WALLET_ISSUER_ID must be the number of your issuer account.',
    ],
    [
      { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678', GOOGLE_WALLET_KEY_FILE: 'package.json' },
      'GOOGLE_WALLET_KEY_FILE must name a file that can be read: the JSON key file of a service account.',
    ],
    [
      {
        APPLE_WALLET_PASS_TYPE_ID: 'pass.com.example.card',
        APPLE_WALLET_TEAM_ID: 'ABCDE12345',
        APPLE_WALLET_CERTIFICATE_FILE: 'package.json',
        APPLE_WALLET_KEY_FILE: 'package.json',
        APPLE_WALLET_INTERMEDIATE_FILE: 'package.json',
      },
      'APPLE_WALLET_CERTIFICATE_FILE must name a file that can be read: a certificate in PEM.',
    ],
  ])('require all their settings with valid values: %o', (env, sentence) => {
    expect(problemOf(env)).toBe(sentence)
  })
})
