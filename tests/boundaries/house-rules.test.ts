/**
 * House rules beyond the linter: names, file headers, and which files may write, fetch and open
 * transactions.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSources } from './source.ts'

describe('the code', () => {
  const sources = readSources()

  test('imports by package names, never by a relative path upward', () => {
    const climbing = sources.filter(({ text }) => /from\s*['"]\.\.\//.test(text))
    expect(climbing.map(({ path }) => path)).toEqual([])
  })

  test('has no catch-all names', () => {
    const drawers =
      /(^|[/.-])(utils?|helpers?|common|misc|services?|types|lib|managers?|handlers?|temp|data|info)([/.-]|$)/
    expect(
      sources
        .map(({ path }) => path)
        .filter((path) => drawers.test(path.replace('service-worker', 'worker'))),
    ).toEqual([])
  })

  test('opens every file with a header comment', () => {
    const silent = sources.filter(
      ({ path, text }) => !path.endsWith('.test.ts') && !/^(#!.*\n)?(\/\*\*|\/\/)/.test(text),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })
})

describe('public pages', () => {
  const textOf = new Map(readSources().map(({ path, text }) => [path, text]))

  /** All modules loaded with the entry: value imports, without dynamic ones. */
  function loadedWith(entry: string): Set<string> {
    const loaded = new Set([entry])
    for (const path of loaded) {
      const text = textOf.get(path) ?? ''
      for (const [, isType, from = ''] of text.matchAll(
        /^(?:import|export) (type )?[^;'"]*?['"]([^'"]+)['"]$/gm,
      )) {
        if (isType) continue
        const folder = path.slice(0, path.lastIndexOf('/') + 1)
        loaded.add(from.replace(/^#/, '').replace(/^\.\//, folder))
      }
    }
    return loaded
  }

  test.each(['pwa/join.tsx', 'pwa/routes/join/join.tsx', 'pwa/routes/card/customer.tsx'])(
    '%s loads nothing that only dialogs and menus need (pwa/ui/README.md)',
    (entry) => {
      const loaded = loadedWith(entry)
      expect(loaded).toContain('react')
      expect(loaded.size).toBeGreaterThan(20)
      expect(loaded).not.toContain('radix-ui')
      expect(loaded).not.toContain('@tanstack/react-router')
    },
  )

  test('load texts of another language without the screens of businesses', () => {
    const loaded = [...loadedWith('pwa/texts/es/catalog.ts')].filter(
      (path) => !path.startsWith('pwa/texts/es/'),
    )
    expect(loaded).toEqual(['pwa/texts/language.ts'])
  })
})

describe('business data', () => {
  /** Calls that write a business's data and may only be made by a queue. */
  const writes = ['customer.signUp', 'reward.redeem', 'sync.push']
  const queues = /^pwa\/(sync|visitor)\//

  test('is written by the queues only, never by a screen', () => {
    const callers = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') &&
        !path.endsWith('.test.ts') &&
        !queues.test(path) &&
        writes.some((name) => new RegExp(`\\b(call|callAsVisitor|ask)\\(\\s*'${name}'`).test(text)),
    )
    expect(callers.map(({ path }) => path)).toEqual([])
  })

  test('is fetched in one place', () => {
    // The second file opens the poke stream, the third checks the connection; neither makes API
    // calls.
    const fetchers = [
      'pwa/api/request.ts',
      'pwa/sync/current-device.ts',
      'pwa/visitor/load-submit.ts',
    ]
    const fetching = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') && /(?<![.\w])fetch\(/.test(text) && !fetchers.includes(path),
    )
    expect(fetching.map(({ path }) => path)).toEqual([])
  })

  test('opens transactions in the database folder only', () => {
    const opening = readSources().filter(
      ({ path, text }) =>
        path.startsWith('sync-server/') &&
        /\bdrizzle\(|\bsql\.begin\(/.test(text) &&
        !/^sync-server\/database\//.test(path),
    )
    expect(opening.map(({ path }) => path)).toEqual([])
  })

  test('keeps Safari from making links of what looks like a number or a date', () => {
    for (const page of ['pwa/index.html', 'pwa/join.html']) {
      expect(readFileSync(page, 'utf8'), page).toContain(
        '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />',
      )
    }
  })
})
