/**
 * Import boundaries, defined only here. `npm run boundaries` writes them into
 * biome.boundaries.json, which every `biome` run enforces, and into the list of ARCHITECTURE.md;
 * tests/boundaries checks that both are up to date and that each boundary rejects what it forbids.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Packages for only one side. */
const serverPackages = [
  ...['hono', 'hono/**', '@hono/**', 'drizzle-orm', 'drizzle-orm/**', 'postgres', 'argon2'],
  ...['nodemailer', 'sharp', 'libphonenumber-js', 'node:*'],
]
const browserPackages = ['react', 'react/**', 'react-dom', 'react-dom/**', 'dexie', 'zustand']
const httpPackages = ['hono', 'hono/**', '@hono/**']

const ground = [
  'concurrency-limit',
  'config',
  'drain',
  'secret',
  'server-limits',
  'telemetry',
  'private-file',
  'database-problem',
  'wallet-settings',
]
const rule = ['rule', 'email', 'database']

/** Rooms that every other room of `pwa/routes` may import. */
const routesGround = ['forms', 'frame', 'public']
/** The other rooms of `pwa/routes`, with the rooms that they may import besides. */
const rooms: Record<string, string[]> = {
  account: [],
  analytics: [],
  attention: [],
  'audit-log': [],
  branding: [],
  business: ['customers', 'qr-codes', 'rewards'],
  campaigns: [],
  card: [],
  counter: ['member'],
  customers: ['member'],
  devices: ['outbox'],
  imports: [],
  join: ['legal'],
  landing: [],
  legal: [],
  'mailed-link': [],
  member: [],
  outbox: [],
  palette: ['platform'],
  platform: ['audit-log'],
  profile: ['account'],
  'qr-codes': ['analytics'],
  rewards: [],
  settings: [],
  staff: [],
  till: [],
}

export interface Area {
  name: string
  files: string[]
  /** Area names for readers; on the server, the ground is implied. */
  may: string[]
  /** Import patterns in Biome's format. */
  allowed: string[]
  onlyPackages: string[] | null
  notPackages: string[]
}

interface Options {
  /** The area's files; by default its whole folder. */
  files?: string[]
  contract?: boolean
  ground?: boolean
  runsRules?: boolean
  onlyPackages?: string[]
  notPackages?: string[]
}

/**
 * Each area: its files, the project areas it may import (itself always), and its packages: either
 * the only ones allowed, or the forbidden ones.
 */
export const areas: Area[] = [
  area('schema/contract', [], { onlyPackages: ['zod/mini'] }),
  area('schema/database', ['schema/contract'], { onlyPackages: ['drizzle-orm', 'drizzle-orm/**'] }),

  inApp('texts', []),
  inApp('ui', ['texts']),
  inApp('api', ['texts']),
  inApp('device', ['api', 'texts']),
  inApp('queue', ['device', 'api', 'texts']),
  inApp('records', ['queue', 'device', 'api']),
  inApp('sync', ['records', 'queue', 'device', 'api', 'texts']),
  inApp('visitor', ['queue', 'device', 'api', 'texts']),
  inApp('loyalty', ['sync', 'records', 'queue', 'device', 'api', 'texts']),
  inApp('session', ['sync', 'queue', 'device', 'api', 'ui', 'texts']),
  inApp('shell', ['session', 'sync', 'visitor', 'queue', 'device', 'api', 'ui', 'texts']),
  ofRoutes('forms', []),
  ofRoutes('public', []),
  ofRoutes('frame', ['forms']),
  ...Object.entries(rooms).map(([name, may]) => ofRoutes(name, [...may, ...routesGround])),
  ofRoutes('screens', [...Object.keys(rooms), ...routesGround]),
  area('pwa (entries)', ['pwa'], {
    files: ['pwa/*.ts', 'pwa/*.tsx'],
    contract: true,
    notPackages: serverPackages,
  }),

  area('sync-server (ground)', [], {
    files: ground.map((name) => `sync-server/${name}.ts`),
    contract: true,
    notPackages: [...httpPackages, ...browserPackages],
  }),
  onServer('embedded-postgres', []),
  onServer('database', ['embedded-postgres']),
  onServer('rule', ['email', 'database']),
  onServer('email', ['rule', 'database']),
  onServer('audit', ['rule', 'database']),
  onServer('engine', ['audit', 'rule', 'database']),
  onServer('loyalty', ['engine', ...rule]),
  onServer('notifications', ['loyalty', ...rule]),
  onServer('sync', ['engine', 'loyalty', 'audit', ...rule]),
  onServer('platform', ['engine', 'loyalty', 'audit', ...rule]),
  onServer('accounts', ['platform', 'loyalty', 'audit', ...rule]),
  onServer('system', ['platform', 'notifications', 'loyalty', ...rule]),
  onServer('seed', ['accounts', 'platform', 'engine', 'loyalty', 'audit', ...rule]),
  area(
    'sync-server/http',
    [
      'sync',
      'accounts',
      'platform',
      'system',
      'engine',
      'notifications',
      'loyalty',
      'audit',
      ...rule,
    ].map((name) => `sync-server/${name}`),
    { ground: true, contract: true, runsRules: true, notPackages: browserPackages },
  ),
  area('sync-server (entries)', ['sync-server', 'schema/database'], {
    files: ['main', 'app', 'job', 'jobs', 'open-server', 'run-rule', 'server'].map(
      (name) => `sync-server/${name}.ts`,
    ),
    contract: true,
    notPackages: browserPackages,
  }),
]

function inApp(name: string, may: string[]): Area {
  const paths = may.map((other) => `pwa/${other}`)
  return area(`pwa/${name}`, paths, { contract: name !== 'texts', notPackages: serverPackages })
}

/**
 * Screens read `pwa/records` through `pwa/loyalty` only.
 * @param may other rooms
 */
function ofRoutes(name: string, may: string[]): Area {
  const others = may.map((room) => `routes/${room}`)
  const below = ['loyalty', 'session', 'sync', 'visitor', 'shell', 'api', 'ui', 'texts']
  return inApp(`routes/${name}`, [...others, ...below])
}

function onServer(name: string, may: string[]): Area {
  const paths = may.map((other) => `sync-server/${other}`)
  const hasTables = name !== 'embedded-postgres'
  return area(`sync-server/${name}`, hasTables ? [...paths, 'schema/database'] : paths, {
    ground: true,
    contract: name !== 'embedded-postgres',
    runsRules: name === 'seed',
    notPackages: [...httpPackages, ...browserPackages],
  })
}

function area(name: string, may: string[], options: Options): Area {
  const own = options.files ?? [`${name}/**`]
  return {
    name,
    files: own,
    may: [...may, ...(options.contract ? ['schema/contract'] : [])],
    allowed: [
      ...(options.files ? own.map((file) => `#${file}`) : [`#${name}/**`]),
      ...may.map((folder) => `#${folder}/**`),
      ...(options.contract ? ['#schema/contract/**'] : []),
      ...(options.ground ? ground.map((file) => `#sync-server/${file}.ts`) : []),
      ...(options.runsRules ? ['#sync-server/server.ts', '#sync-server/run-rule.ts'] : []),
    ],
    onlyPackages: options.onlyPackages ?? null,
    notPackages: options.notPackages ?? [],
  }
}

const message = 'ARCHITECTURE.md, "Who may import whom", does not allow this import.'

/** Tests share types of their harness in both directions. */
const cyclesOfTests = {
  includes: ['tests/**'],
  linter: {
    rules: { suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: true } } } },
  },
}

export function toBiome(): string {
  const overrides = areas.map(({ files, allowed, onlyPackages, notPackages }) => {
    const exceptions = [...allowed, ...(onlyPackages ?? []), ...(onlyPackages ? ['./**'] : [])]
    const group = [
      // `../` reaches every area; the separate rule against it covers static imports only.
      ...(onlyPackages ? ['**'] : ['#*/**', '../**']),
      ...exceptions.map((pattern) => `!${pattern}`),
      ...notPackages,
    ]
    const rule = { level: 'error', options: { patterns: [{ group, message }] } }
    return {
      includes: [...files, '!**/*.test.ts', '!**/*.test.tsx'],
      linter: { rules: { style: { noRestrictedImports: rule } } },
    }
  })
  const lines = [...overrides, cyclesOfTests].map((override) => JSON.stringify(override))
  return `{"overrides":[\n${lines.join(',\n')}\n]}\n`
}

const begin = '<!-- boundaries: written by `npm run boundaries` -->'
const end = '<!-- /boundaries -->'

/** @returns ARCHITECTURE.md with the current list */
export function withList(text: string): string {
  const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')
  const isRoom = ({ name }: Area) => Object.hasOwn(rooms, name.replace('pwa/routes/', ''))
  const lines = areas
    .filter((each) => !isRoom(each))
    .map(({ name, may }) => {
      const side = name.split('/')[0]
      const others = may.filter((other) => !Object.hasOwn(rooms, other.replace('pwa/routes/', '')))
      const shown = others.map((other) => other.replace(`${side}/`, ''))
      return `- \`${name}\` → ${shown.length > 0 ? quoted(shown) : 'nothing'}`
    })
  const besides = Object.entries(rooms)
    .filter(([, others]) => others.length > 0)
    .map(([name, others]) => `\`${name}\` → ${quoted(others)}`)
  const list = [
    ...lines,
    `- every other room of \`pwa/routes\` → ${quoted(routesGround)} and their areas; besides, ${besides.join('; ')}`,
  ].join('\n')
  const [before = '', rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error('ARCHITECTURE.md has lost its boundaries marks')
  return `${before}${begin}\n\n${list}\n\n${end}${after}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const architecture = join(root, 'ARCHITECTURE.md')
  writeFileSync(join(root, 'biome.boundaries.json'), toBiome())
  writeFileSync(architecture, withList(readFileSync(architecture, 'utf8')))
}
