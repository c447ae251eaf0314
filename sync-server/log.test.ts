/** Each line has its level, and a setting leaves out the lower ones. */
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('writes one line per event with its level, from the lowest asked on', () => {
  const written = (least?: 'warn' | 'error') => {
    const lines: string[] = []
    const log = createLog((line) => lines.push(line), least)
    log('request', { status: 200 })
    log('sync.repair', { tables: 'customer' })
    log('job.failed', { job: 'tidyMembers' })
    return lines.map((line) => JSON.parse(line)).map(({ level, event }) => [level, event])
  }
  const all = [
    ['info', 'request'],
    ['warn', 'sync.repair'],
    ['error', 'job.failed'],
  ]
  expect(written()).toEqual(all)
  expect(written('warn')).toEqual(all.slice(1))
  expect(written('error')).toEqual(all.slice(2))
})
