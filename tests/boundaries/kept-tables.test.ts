/** Operators read for how long each table keeps its rows, and which grow for good. */
import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#schema/database/tables.ts'

test('docs/operations.md says of every table how long its rows are kept', () => {
  const [, part = ''] = readFileSync('docs/operations.md', 'utf8').split('## What is kept')
  const [kept = ''] = part.split('\n## ')
  const named = new Set([...kept.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const names = Object.values(tables).map((table) => getTableName(table))
  expect(names.filter((name) => !named.has(name))).toEqual([])
})
