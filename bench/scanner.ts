/**
 * The product's scanner in a real Chromium, with that browser's decoder, before a camera that shows
 * 60 generated clips: how many are read within a second of their first frame.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { bar, type Figure, figure, least } from './figure.ts'
import { closing, median, percentile } from './measure.ts'
import { kinds } from './scanner/clips.ts'
import type { Looked } from './scanner/main.ts'
import { openChromium } from './slow-phone.ts'

const clips = 60
const limitMs = 1000

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-bench-'))
  closing({ close: () => rmSync(folder, { recursive: true, force: true }) })
  const page = {
    configFile: false as const,
    root: join(import.meta.dirname, 'scanner'),
    logLevel: 'warn' as const,
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  }
  await build({ ...page, mode: 'production' })
  const server = closing(await preview({ ...page, preview: { port: 0, host: 'localhost' } }))
  const tab = await (await openChromium()).newPage()
  await tab.goto(server.resolvedUrls?.local[0] ?? '')
  await tab.waitForFunction(() => 'scanClips' in window)
  const looked = await tab.evaluate(([count, most]) => window.scanClips(count, most), [
    clips,
    limitMs,
  ] as const)
  // A busy machine may report a reading late.
  const isInTime = ({ ms }: Looked) => ms !== null && ms <= limitMs
  const share = (of: readonly Looked[]) => (of.filter(isInTime).length / of.length) * 100
  const times = looked.flatMap(({ ms }) => ms ?? [])
  const wrong = looked.filter((each) => each.wrong).length
  return [
    figure(`read within ${limitMs} ms, of ${clips} clips`, share(looked), '%', { bar: least(95) }),
    ...kinds.map((kind) =>
      figure(`of the ${kind} ones`, share(looked.filter((each) => each.kind === kind)), '%'),
    ),
    figure('read as something else', wrong, 'clips', { bar: bar(0) }),
    figure('time to read, median', median(times), 'ms'),
    figure('time to read, 95th percentile', percentile(times, 0.95), 'ms'),
  ]
}
