/** Timing: spans, rates under concurrency, and statistics of samples. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export async function spanMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
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

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

const ticksPerSecond = 100

/** CPU time of a process, which other load on the machine doesn't inflate (Linux). */
export function processorMs(processId: number): number {
  const [, after = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  // proc_pid_stat(5): utime and stime are fields 14 and 15; the state after the name is field 3.
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

/** The resident memory of the product's process, a child of this one. */
export function serverMemoryMB(): number {
  const children = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  })
  const line = children.split('\n').find((each) => each.includes('sync-server/main.ts'))
  return Number.parseInt(line ?? '0', 10) / 1024
}
