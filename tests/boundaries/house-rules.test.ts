/** What a linter does not know: names, file headings, and who alone may write, fetch and open. */
import { describe, expect, test } from 'vitest'
import { readSources } from './source.ts'

describe('the house', () => {
  const sources = readSources()

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
  const writes = ['customer.signUp', 'reward.redeem', 'sync.push']
  const queues = /^pwa\/(sync|visitor)\//

  test('is written by the queues alone: no screen calls the server to write it', () => {
    const callers = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') &&
        !path.endsWith('.test.ts') &&
        !queues.test(path) &&
        writes.some((name) => new RegExp(`\\b(call|callAsVisitor|ask)\\(\\s*'${name}'`).test(text)),
    )
    expect(callers.map(({ path }) => path)).toEqual([])
  })

  test('is fetched by one fetch', () => {
    // The second holds the stream of pokes open, the third asks whether the server is there: no calls.
    const fetchers = [
      'pwa/api/request.ts',
      'pwa/sync/current-device.ts',
      'pwa/visitor/press-parts.ts',
    ]
    const fetching = readSources().filter(
      ({ path, text }) =>
        path.startsWith('pwa/') && /(?<![.\w])fetch\(/.test(text) && !fetchers.includes(path),
    )
    expect(fetching.map(({ path }) => path)).toEqual([])
  })

  test('opens transactions in the database folder alone', () => {
    const opening = readSources().filter(
      ({ path, text }) =>
        path.startsWith('sync-server/') &&
        /\bdrizzle\(|\bsql\.begin\(/.test(text) &&
        !/^sync-server\/database\//.test(path),
    )
    expect(opening.map(({ path }) => path)).toEqual([])
  })
})
