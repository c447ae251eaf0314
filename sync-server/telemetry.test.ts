/** Each line has its level, and a setting leaves out the lower ones. */
import { afterEach, expect, test, vi } from 'vitest'
import { createLog, gatherLines } from './telemetry.ts'

afterEach(() => void vi.useRealTimers())

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

test('writes the lines of a moment together, none twice and none late', () => {
  vi.useFakeTimers()
  const written: string[] = []
  const write = gatherLines((lines) => written.push(lines))
  write('a\n')
  write('b\n')
  expect(written).toEqual([])
  vi.runAllTimers()
  write('c\n')
  vi.runAllTimers()
  vi.runAllTimers()
  expect(written).toEqual(['a\nb\n', 'c\n'])
})
