/**
 * Who may import whom (ARCHITECTURE.md): a forbidden arrow fails the build. Each rule names a
 * folder and all that its files may reach; the first rule that fits a file holds.
 */
import { describe, expect, test } from 'vitest'
import { readSources, type SourceFile } from './source.ts'

interface Rule {
  of: RegExp
  may: RegExp[]
}

const contract = /^schema\/contract\//
const database = /^schema\/database\//
const browserPackages = [
  /^zod\/mini$/,
  /^(qrcode|barcode-detector|zxing-wasm|jose)/,
  /^@tanstack\/react-router$/,
  /^react($|\/)/,
  /^react-dom($|\/)/,
  /^virtual:pwa/,
  /^zustand/,
  /^lucide-react/,
]
const anything = [/.*/]

const rules: Rule[] = [
  { of: /(\.(test|fixture)\.tsx?|\/pretend-[a-z]+\.ts)$/, may: anything },
  { of: /^(tests|bench|scripts)\//, may: anything },

  { of: contract, may: [contract, /^zod\/mini$/] },
  { of: database, may: [database, contract, /^drizzle-orm/] },

  {
    of: /^pwa\/ui\//,
    may: [
      /^pwa\/ui\//,
      contract,
      /^radix-ui/,
      /^@tanstack\/react-router$/,
      /^@fontsource/,
      ...browserPackages,
    ],
  },
  { of: /^pwa\/texts\//, may: [/^pwa\/texts\//] },
  { of: /^pwa\/api\//, may: [/^pwa\/api\//, contract, /^react$/] },
  { of: /^pwa\/device\//, may: [/^pwa\/(device|api)\//, contract, /^dexie/, /^uuid$/] },
  {
    of: /^pwa\/sync\//,
    may: [/^pwa\/(sync|device|api)\//, contract, /^dexie/, /^uuid$/, ...browserPackages],
  },
  {
    of: /^pwa\/visitor\//,
    may: [/^pwa\/(visitor|device|api)\//, contract, /^dexie/, /^uuid$/, ...browserPackages],
  },
  {
    of: /^pwa\/loyalty\//,
    may: [/^pwa\/(loyalty|sync|device|api)\//, contract, ...browserPackages],
  },
  {
    of: /^pwa\/session\//,
    may: [/^pwa\/(session|sync|device|api|ui)\//, contract, ...browserPackages],
  },
  {
    of: /^pwa\/shell\//,
    may: [
      /^pwa\/(shell|session|sync|visitor|device|api|ui)\//,
      contract,
      /^workbox-/,
      ...browserPackages,
    ],
  },
  {
    of: /^pwa\//,
    may: [/^pwa\//, contract, /^[a-z@](?!.*(hono|drizzle|postgres|argon2|nodemailer))/],
  },

  {
    of: /^sync-server\/(main|app|open-server|jobs|server)\.ts$/,
    may: [/^sync-server\//, contract, database, /^[a-z@]/],
  },
  {
    of: /^sync-server\/[a-z-]+\.ts$/,
    may: [/^sync-server\/([a-z-]+\.ts|database\/|embedded-postgres\/|rule\/)/, contract, /^[a-z@]/],
  },
  { of: /^sync-server\/seed\//, may: [/^sync-server\/(?!http)/, contract, database, /^[a-z@]/] },
  {
    of: /^sync-server\/http\//,
    may: [/^sync-server\/(?!main|app\.ts|seed|jobs)/, contract, /^[a-z@]/],
  },
  {
    of: /^sync-server\/(sync|engine)\//,
    may: [
      /^sync-server\/(sync|engine|rule|loyalty|audit|email|database)\//,
      /^sync-server\/[a-z-]+\.ts$/,
      contract,
      database,
      /^(drizzle-orm|postgres|jose|node:)/,
    ],
  },
  {
    of: /^sync-server\/loyalty\//,
    may: [
      /^sync-server\/(loyalty|rule|audit|email|database)\//,
      /^sync-server\/[a-z-]+\.ts$/,
      contract,
      database,
      /^(drizzle-orm|qrcode|node:|zod\/mini)/,
    ],
  },
  {
    of: /^sync-server\/(accounts|platform)\//,
    may: [
      /^sync-server\/(accounts|platform|loyalty|rule|audit|email|database)\//,
      /^sync-server\/[a-z-]+\.ts$/,
      contract,
      database,
      /^[a-z@](?!.*hono)/,
    ],
  },
  {
    of: /^sync-server\/(rule|audit|email|database|embedded-postgres)\//,
    may: [
      /^sync-server\/(rule|audit|email|database|embedded-postgres|loyalty\/business\.ts)/,
      /^sync-server\/[a-z-]+\.ts$/,
      contract,
      database,
      /^[a-z@](?!.*hono)/,
    ],
  },
]

function forbiddenArrows(file: SourceFile): string[] {
  const rule = rules.find(({ of }) => of.test(file.path))
  if (!rule) return [`${file.path} stands in no folder of the house`]
  return file.imports
    .filter((name) => !rule.may.some((allowed) => allowed.test(name)))
    .map((name) => `${file.path} → ${name}`)
}

describe('the house', () => {
  const sources = readSources()

  test('has only the arrows that ARCHITECTURE.md allows', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(forbiddenArrows)).toEqual([])
  })

  test('imports by its own names, never by a way up', () => {
    const climbing = sources.filter(({ text }) => /from\s*['"]\.\.\//.test(text))
    expect(climbing.map(({ path }) => path)).toEqual([])
  })

  test('has no drawer for odds and ends', () => {
    const drawers =
      /(^|[/.-])(utils?|helpers?|common|misc|services?|types|lib|managers?|handlers?|temp|data|info)([/.-]|$)/
    expect(
      sources
        .map(({ path }) => path)
        .filter((path) => drawers.test(path.replace('service-worker', 'worker'))),
    ).toEqual([])
  })

  test('opens every file with what it is for', () => {
    const silent = sources.filter(
      ({ path, text }) => !path.endsWith('.test.ts') && !/^(#!.*\n)?(\/\*\*|\/\/)/.test(text),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })
})

describe('business data', () => {
  /** Calls that write what belongs to a business and may only be made by a queue. */
  const writes = ['signUp.join', 'customer.redeem', 'sync.push']
  const queues = /^pwa\/(sync|visitor)\//

  test('is written by the queues alone: no screen calls the server to write it', () => {
    const callers = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') &&
        !path.endsWith('.test.ts') &&
        !queues.test(path) &&
        writes.some((name) => new RegExp(`\\b(call|ask)\\(\\s*'${name}'`).test(text)),
    )
    expect(callers.map(({ path }) => path)).toEqual([])
  })

  test('is fetched by one fetch', () => {
    // The second one holds the stream of pokes open, which is no call.
    const fetchers = ['pwa/api/call.ts', 'pwa/sync/current-device.ts']
    const fetching = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') && /(?<![.\w])fetch\(/.test(text) && !fetchers.includes(path),
    )
    expect(fetching.map(({ path }) => path)).toEqual([])
  })

  test('is written to PostgreSQL through the doors alone', () => {
    const opening = readSources().filter(
      ({ path, text }) =>
        path.startsWith('sync-server/') &&
        /\bdrizzle\(|\bsql\.begin\(/.test(text) &&
        !/^sync-server\/database\//.test(path),
    )
    expect(opening.map(({ path }) => path)).toEqual([])
  })
})
