/** Timing: spans, turns, rates under concurrency, and statistics of samples; what a part opens. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function spanMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

type Works = Record<string, () => Promise<unknown>>

/**
 * Lets the works take turns, so that other load on the machine slows all of them; every other round
 * goes backward, so that each follows each.
 * @returns the results of each, without those of the rounds that warm up
 */
export async function inTurns<Each extends Works>(rounds: number, works: Each, warmUps = 0) {
  const results = Object.fromEntries(Object.keys(works).map((name) => [name, [] as unknown[]]))
  for (let round = -warmUps; round < rounds; round += 1) {
    const turns = Object.entries(works)
    for (const [name, work] of round % 2 === 0 ? turns : turns.reverse()) {
      const result = await work()
      if (round >= 0) results[name]?.push(result)
    }
  }
  return results as { [Name in keyof Each]: Awaited<ReturnType<Each[Name]>>[] }
}

/** @returns the number per second at the given concurrency */
export async function perSecond(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  const ms = await spanMs(() => Promise.all(Array.from({ length: concurrency }, worker)))
  return (count / ms) * 1000
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const p95 = (samples: readonly number[]) => percentile(samples, 0.95)
export const median = (samples: readonly number[]) => percentile(samples, 0.5)

const opened: (() => unknown)[] = []

/** Closes a part's server, browser or connection once the part is over, even if it failed. */
export function closing<Opened extends { close(): unknown }>(thing: Opened): Opened {
  opened.push(() => thing.close())
  return thing
}

/** A folder that is deleted once the part is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-bench-'))
  closing({ close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) })
  return folder
}

/** The last one opened comes first. */
export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close()
}
