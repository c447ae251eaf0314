/**
 * The product's scanner in a real Chromium, with that browser's decoder, before a camera that shows
 * 60 generated clips: how many are read within a second of their first frame.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import type { Figure } from './figure.ts'
import { median, percentile } from './measure.ts'
import { kinds } from './scanner/clips.ts'

const clips = 60
const limitMs = 1000

export async function measureScanner(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-bench-'))
  const page = {
    configFile: false as const,
    root: join(import.meta.dirname, 'scanner'),
    logLevel: 'warn' as const,
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  }
  await build({ ...page, mode: 'production' })
  const server = await preview({ ...page, preview: { port: 0, host: 'localhost' } })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
  try {
    const tab = await browser.newPage()
    await tab.goto(server.resolvedUrls?.local[0] ?? '')
    await tab.waitForFunction(() => 'scanClips' in window)
    const looked = await tab.evaluate(([count, most]) => window.scanClips(count, most), [
      clips,
      limitMs,
    ] as const)
    // A busy machine may report a reading late.
    const inTime = looked.filter(({ ms }) => ms !== null && ms <= limitMs)
    const share = (of: typeof looked) =>
      (of.filter((each) => inTime.includes(each)).length / of.length) * 100
    const times = looked.flatMap(({ ms }) => ms ?? [])
    return [
      {
        what: `read within ${limitMs} ms, of ${clips} clips`,
        measured: share(looked),
        unit: '%',
        bar: { kind: 'bar', of: 'figure', least: 95 },
      },
      ...kinds.map(
        (kind): Figure => ({
          what: `of the ${kind} ones`,
          measured: share(looked.filter((each) => each.kind === kind)),
          unit: '%',
        }),
      ),
      {
        what: 'read as something else',
        measured: looked.filter(({ wrong }) => wrong).length,
        unit: 'clips',
        bar: { kind: 'bar', of: 'figure', most: 0 },
      },
      { what: 'time to read, median', measured: median(times), unit: 'ms' },
      { what: 'time to read, 95th percentile', measured: percentile(times, 0.95), unit: 'ms' },
    ]
  } finally {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
