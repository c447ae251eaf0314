/** The JavaScript heap of a page with all records in memory, after a garbage collection. */
import type { Page } from '@playwright/test'
import type { DeviceBed } from './device-bed.ts'
import type { Figure } from './figure.ts'

export async function measureMemory({ onPage }: DeviceBed): Promise<Figure[]> {
  const empty = await onPage(heapOf)
  const rows = await onPage(async (page) => {
    await page.evaluate(() => window.bench.reopenRows())
    return heapOf(page)
  })
  const own = await onPage(async (page) => {
    await page.evaluate(() => window.bench.firstSync())
    return heapOf(page)
  })
  return [
    {
      what: 'memory of the page, index built',
      measured: own - empty,
      unit: 'MB',
      baseline: { what: 'its rows as an array', measured: rows - empty },
    },
  ]
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}
