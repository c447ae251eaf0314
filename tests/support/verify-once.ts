/**
 * Vitest's setup of tests with a server: a worker computes once that a password is right for a
 * digest. Accounts of `addAccount` share a digest, so later sign-ins cost no argon2. A wrong
 * password costs what it costs in production.
 */
import { vi } from 'vitest'

vi.mock('argon2', async (load) => {
  const argon2 = await load<typeof import('argon2')>()
  const right = new Set<string>()
  const verify: typeof argon2.verify = async (digest, password) => {
    const pair = `${digest}\n${password}`
    if (!right.has(pair) && (await argon2.verify(digest, password))) right.add(pair)
    return right.has(pair)
  }
  return { ...argon2, verify }
})
