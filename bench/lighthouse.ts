/**
 * Lighthouse with its mobile preset on the public pages. It is a package of its own, because it
 * brings 185 MB that nothing else needs; the first run installs it. Performance is the median of
 * several runs, beside one run of the same page without scripts; other categories report the worst
 * run. Also prints the audits that cost points, and Lighthouse's rating of this machine.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { join as signUp } from '#tests/journeys/support/member.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { type Figure, figure, least } from './figure.ts'
import { median, temporaryFolder } from './measure.ts'
import { openApp } from './open-app.ts'

const folder = join(import.meta.dirname, 'lighthouse')
const scoreLeast = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 }
const categories = Object.keys(scoreLeast) as Category[]
const runs = 3
const runMsMost = 120_000
/** The trace lacks Chromium's page events, so nothing was measured. */
const lostTraces = ['NO_NAVSTART', 'NO_TRACING_STARTED']
const repeatsMost = 2

type Category = keyof typeof scoreLeast

interface Report {
  runtimeError?: { code: string; message: string }
  environment: { benchmarkIndex: number }
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >
  audits: Record<string, { title: string; score: number | null; displayValue?: string } | undefined>
}

export async function measure(): Promise<Figure[]> {
  ensureInstalled()
  const app = await openApp()
  const key = await signUp(app, { firstName: 'Ottilie', email: 'ottilie@example.com' })
  const pages = {
    landing: app.url,
    'sign-up': app.signUpUrl,
    customer: `${app.url}/customer/${key}`,
  }
  const slowdown = await chooseSlowdown(app.url)
  const figures: Figure[] = []
  for (const [name, url] of Object.entries(pages)) {
    const bare = await inspect(url, [slowdown, '--blocked-url-patterns=*.js'])
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await inspect(url, [slowdown]))
    for (const category of categories) {
      // A customer's page is private and asks search engines not to index it.
      if (name === 'customer' && category === 'seo') continue
      const isSpeed = category === 'performance'
      const scores = reports.map((report) => scoreOf(report, category))
      figures.push(
        figure(
          `${name} page: ${category}`,
          isSpeed ? median(scores) : Math.min(...scores),
          'of 100',
          {
            ...(isSpeed && { beside: ['without its scripts', scoreOf(bare, category)] }),
            bar: least(scoreLeast[category]),
          },
        ),
      )
      for (const cost of costsOf(reports, category)) {
        process.stdout.write(`${name} page: ${category}: ${cost}\n`)
      }
    }
  }
  return figures
}

function ensureInstalled(): void {
  const { version } = readJson(join(folder, 'package-lock.json')).packages[
    'node_modules/lighthouse'
  ]
  const installed = join(folder, 'node_modules', 'lighthouse', 'package.json')
  if (existsSync(installed) && readJson(installed).version === version) return
  process.stdout.write('Installing Lighthouse; this takes a minute the first time.\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('Lighthouse could not be installed: check the network')
}

/**
 * Lighthouse's own calibration (its docs/throttling.md): a 4× slowdown suits fast desktops and is
 * too slow for weaker machines, about which it warns below 1,000.
 */
const slowdowns = [
  { indexLeast: 1500, times: 4 },
  { indexLeast: 800, times: 2 },
  { indexLeast: 0, times: 1 },
]

async function chooseSlowdown(url: string): Promise<string> {
  const { benchmarkIndex } = (await inspect(url)).environment
  const { times } = slowdowns.find(({ indexLeast }) => benchmarkIndex >= indexLeast) ?? { times: 4 }
  process.stdout.write(
    `This machine’s benchmark index is ${Math.round(benchmarkIndex)}: slowed down ${times}×.\n`,
  )
  return `--throttling.cpuSlowdownMultiplier=${times}`
}

async function inspect(url: string, flags: readonly string[] = []): Promise<Report> {
  for (let repeats = 0; ; repeats += 1) {
    const report = await inspectOnce(url, flags)
    const { code, message } = report.runtimeError ?? {}
    if (code === undefined) return report
    if (!lostTraces.includes(code) || repeats === repeatsMost) {
      throw new Error(`${url}: ${message} (${code})`)
    }
    process.stdout.write(`${url}: once more, since Chromium’s trace was incomplete (${code})\n`)
  }
}

/** Starts a fresh Chromium with an empty profile each time. */
async function inspectOnce(url: string, flags: readonly string[]): Promise<Report> {
  // A file, because printed output is truncated when the process exits with a failure.
  const path = join(temporaryFolder(), 'report.json')
  await promisify(execFile)(
    process.execPath,
    [
      join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--only-categories=${categories.join(',')}`,
      ...flags,
      `--chrome-flags=--headless=new ${chromiumSwitches.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, timeout: runMsMost },
  ).catch((error: unknown) => {
    // A failed run can still leave a report that explains why.
    if (!existsSync(path)) throw error
  })
  return readJson(path)
}

function scoreOf(report: Report, category: Category): number {
  const score = report.categories[category]?.score
  if (typeof score !== 'number') throw new Error(`Lighthouse has no score for ${category}`)
  return Math.round(score * 100)
}

/** Audits that count in the category and weren't perfect in every run. */
function costsOf(reports: readonly Report[], category: Category): Set<string> {
  const costs = new Set<string>()
  for (const { categories, audits } of reports) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) continue
      costs.add([audit.title, audit.displayValue].filter(Boolean).join(' '))
    }
  }
  return costs
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
