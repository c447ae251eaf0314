/**
 * First and second `npm start` with packages installed: the first builds the app and creates and
 * seeds the database. Runs in a copy of the checkout, to keep this checkout's build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Figure } from './figure.ts'

const leftOut = new Set(['node_modules', 'dist', 'data', '.git', 'test-results'])
const readyPatienceMs = 120_000
const secondStartMostMs = 5_000

export async function measureStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-start-'))
  // When root measures, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711)
  try {
    for (const name of readdirSync('.')) {
      if (leftOut.has(name)) continue
      // bench/lighthouse has its own node_modules.
      const filter = (from: string) => !leftOut.has(basename(from))
      cpSync(name, join(folder, name), { recursive: true, filter })
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const first = await startOnce(folder, 'data')
    const second = await startOnce(folder, 'data')
    const third = await startOnce(folder, 'data')
    const fresh = await startOnce(folder, 'other-data')
    const seconds = (ms: number) => ms / 1000
    return [
      { what: 'first start: build, database, seed', measured: seconds(first), unit: 's' },
      { what: 'first start of a built app', measured: seconds(fresh), unit: 's' },
      {
        what: 'second start',
        measured: seconds(Math.max(second, third)),
        unit: 's',
        baseline: { what: 'the first', measured: seconds(first) },
        bar: { kind: 'bar', of: 'figure', most: seconds(secondStartMostMs) },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @returns ms until it reports that it is ready */
async function startOnce(folder: string, dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/regulars.js', 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: join(folder, dataDir),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ready = new Promise<number>((found, failed) => {
    const hear = (chunk: Buffer) => {
      printed += chunk
      if (printed.includes('Regulars is ready')) found(performance.now() - startedAt)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => failed(new Error(`It did not start: ${printed}`)))
    setTimeout(() => failed(new Error(`It took too long: ${printed}`)), readyPatienceMs).unref()
  })
  const ended = once(child, 'exit')
  try {
    return await ready
  } finally {
    child.kill('SIGINT')
    await ended
  }
}
