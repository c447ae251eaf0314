/**
 * A secret that is created once and kept in a file only its owner can read (0600). Two servers that
 * start together end up with the same secret, and a crash never leaves a partial one.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

export function readOrCreateSecret(path: string): string {
  const kept = readIfPresent(path)
  if (kept !== undefined) return kept
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // A link, unlike a rename, fails if another server got there first.
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
