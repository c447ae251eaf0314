/** Browsers without `AbortSignal.any` (Safari 16.4 to 17.3) get the same behavior. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anySignal } from '#pwa/api/any-signal.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with AbortSignal.any', 'without'])('%s', (browser) => {
  const make = () => {
    // Safari 16.4 to 17.3: the class without the static method.
    if (browser === 'without') vi.stubGlobal('AbortSignal', class {})
    return [new AbortController(), new AbortController()] as const
  }

  test('aborts with the first signal, and keeps its reason', () => {
    const [one, other] = make()
    const signal = anySignal([one.signal, other.signal])
    expect(signal.aborted).toBe(false)
    other.abort('enough')
    expect(signal.aborted).toBe(true)
    expect(signal.reason).toBe('enough')
    one.abort('late')
    expect(signal.reason).toBe('enough')
  })

  test('is aborted from the start if one of the signals is', () => {
    const [one, other] = make()
    one.abort('before')
    const signal = anySignal([one.signal, other.signal])
    expect(signal.aborted).toBe(true)
    expect(signal.reason).toBe('before')
  })
})
