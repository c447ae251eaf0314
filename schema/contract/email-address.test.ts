import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress, typedAddresses } from '#tests/support/typed-addresses.ts'
import { tidyAddress, toMailed } from './email-address.ts'
import { email } from './person.ts'

test.each(typedAddresses)('%j is kept as %j', (typed, kept) => {
  expect(email.safeParse(typed).data ?? null).toBe(kept)
})

test('refuses long text at once', () => {
  const startedAt = Date.now()
  expect(email.safeParse(`${' ,'.repeat(30_000)}x@post.example`).success).toBe(false)
  expect(email.safeParse(`m@${'a-'.repeat(30_000)}.example`).success).toBe(false)
  expect(Date.now() - startedAt).toBeLessThan(500)
})

describe('of generated input, what is accepted', () => {
  const accepted = fc
    .sample(anyAddress(), { seed: 350, numRuns: 3_000 })
    .map(tidyAddress)
    .filter((address) => toMailed(address) !== null)

  test('is a third of it at least', () => {
    expect(accepted.length).toBeGreaterThan(1_000)
  })

  test('is kept unchanged when it is sent again', () => {
    for (const address of accepted) {
      expect(tidyAddress(address)).toBe(address)
      expect(email.parse(address)).toBe(address)
    }
  })

  test('is mailed to a host name', () => {
    for (const address of accepted) {
      expect(toMailed(address)).toMatch(
        /^[^@\s<>()[\]\\,;:"]+@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/,
      )
    }
  })
})
