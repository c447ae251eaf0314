import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { PokeStreams } from './pokes.ts'

const { pokeStreamsPerSession, pokeStreamMsMin } = serverLimits
const device = { sessionId: 'session', businessId: 'business' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openAll(streams: PokeStreams): (() => void)[] {
  return Array.from({ length: pokeStreamsPerSession }, () => streams.open(device))
}

test('counts a stream for some seconds, however soon it is closed', () => {
  const streams = new PokeStreams()
  for (const close of openAll(streams)) close()
  vi.advanceTimersByTime(pokeStreamMsMin - 1)
  expect(() => streams.open(device)).toThrow(expect.objectContaining({ code: 'too_many' }))
  vi.advanceTimersByTime(1)
  expect(openAll(streams)).toHaveLength(pokeStreamsPerSession)
})

test('frees a stream that was open for longer as soon as it is closed, and once', () => {
  const streams = new PokeStreams()
  const [close] = openAll(streams)
  vi.advanceTimersByTime(pokeStreamMsMin)
  close?.()
  close?.()
  streams.open(device)
  expect(() => streams.open(device)).toThrow(expect.objectContaining({ code: 'too_many' }))
})
