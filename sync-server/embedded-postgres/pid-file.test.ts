import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseFolder } from './folder.ts'
import { disownPidFile } from './pid-file.ts'

let folder: DatabaseFolder
let pidFile: string

beforeEach(() => {
  const cluster = mkdtempSync(join(tmpdir(), 'regulars-pid-'))
  folder = { cluster } as DatabaseFolder
  pidFile = join(cluster, 'postmaster.pid')
})
afterEach(() => rmSync(folder.cluster, { recursive: true }))

const text = () => readFileSync(pidFile, 'utf8')

test('replaces the pid of a dead process and keeps the lines that find survivors', () => {
  writeFileSync(pidFile, '99999998\n/folder\n1760000000\n5432\n\n127.0.0.1\n 2535929   5603336\n')
  disownPidFile(folder)
  expect(text()).toMatch(
    /^99999999\n\/folder\n1760000000\n5432\n\n127\.0\.0\.1\n 2535929 {3}5603336\n/,
  )
})

test('keeps the empty pid file of a starting PostgreSQL and removes a crashed one’s', () => {
  writeFileSync(pidFile, '')
  disownPidFile(folder)
  expect(text()).toBe('')
  utimesSync(pidFile, new Date(0), new Date(0))
  disownPidFile(folder)
  expect(text).toThrow(/ENOENT/)
})

test('accepts a missing pid file', () => {
  disownPidFile(folder)
  expect(text).toThrow(/ENOENT/)
})
