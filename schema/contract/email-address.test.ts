import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress, typedAddresses } from '#tests/support/typed-addresses.ts'
import { tidyAddress, toMailed } from './email-address.ts'
import { limits } from './limits.ts'
import { email } from './person.ts'

test.each(typedAddresses)('stores %j as %j', (typed, kept) => {
  expect(email.safeParse(typed).data ?? null).toBe(kept)
})

test.each([
  ['a local part in another form', 'oﬃce@post.example'],
  [
    'a domain that Punycode makes too long',
    `${'m'.repeat(60)}@${`${'ü'.repeat(40)}.`.repeat(4)}example`,
  ],
])('nothing is mailed to %s', (_, address) => {
  expect(address.length).toBeLessThan(limits.emailLength)
  expect(toMailed(address)).toBeNull()
})

test('refuses long text at once', () => {
  const startedAt = Date.now()
  expect(email.safeParse(`${' ,'.repeat(30_000)}x@post.example`).success).toBe(false)
  expect(email.safeParse(`m@${'a-'.repeat(30_000)}.example`).success).toBe(false)
  expect(Date.now() - startedAt).toBeLessThan(500)
})

describe('an address accepted from generated input', () => {
  const accepted = fc
    .sample(anyAddress(), { seed: 350, numRuns: 3_000 })
    .map(tidyAddress)
    .filter((address) => toMailed(address) !== null)

  test('is at least a third of the input', () => {
    expect(accepted.length).toBeGreaterThan(1_000)
  })

  test('stays unchanged when it is sent again', () => {
    for (const address of accepted) {
      expect(tidyAddress(address)).toBe(address)
      expect(email.parse(address)).toBe(address)
    }
  })

  test('has a host name that can receive mail', () => {
    for (const address of accepted) {
      expect(toMailed(address)).toMatch(
        /^[^@\s<>()[\]\\,;:"]+@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/,
      )
    }
  })
})
