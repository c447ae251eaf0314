/**
 * First and second `npm start` with packages installed: the first builds the app and creates and
 * seeds the database. Runs in a copy of the checkout, to keep this checkout's build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { bar, type Figure, figure } from './figure.ts'
import { temporaryFolder } from './measure.ts'

const leftOut = new Set(['node_modules', 'dist', 'data', '.git', 'test-results'])
const readyPatienceMs = 120_000

export async function measure(): Promise<Figure[]> {
  const folder = temporaryFolder()
  // When root measures, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711)
  for (const name of readdirSync('.')) {
    if (leftOut.has(name)) continue
    // bench/lighthouse has its own node_modules.
    const filter = (from: string) => !leftOut.has(basename(from))
    cpSync(name, join(folder, name), { recursive: true, filter })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const first = await startOnce(folder, 'data')
  const again = Math.max(await startOnce(folder, 'data'), await startOnce(folder, 'data'))
  return [
    figure('first start: build, database, seed', first, 's'),
    figure('first start of a built app', await startOnce(folder, 'other-data'), 's'),
    figure('second start', again, 's', { beside: ['the first', first], bar: bar(5) }),
  ]
}

/** @returns seconds until it reports that it is ready */
async function startOnce(folder: string, dataDir: string): Promise<number> {
  const { PATH, HOME } = process.env
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/regulars.js', 'start'], {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', DATA_DIR: join(folder, dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: readyPatienceMs,
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('Regulars is ready')) continue
    const seconds = (performance.now() - startedAt) / 1_000
    child.kill('SIGINT')
    await ended
    return seconds
  }
  throw new Error('It did not start')
}
