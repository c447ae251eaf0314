/**
 * Keeps Debian's packages from starting their services while they are installed: before starting
 * one, invoke-rc.d runs /usr/sbin/policy-rc.d, and its exit code 101 forbids the start. Our file is
 * removed afterwards; a file with any other content is left alone.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

// Must not change: it is how a file left behind by an earlier version is recognized.
const policy = '#!/bin/sh\n# Of a test run of Regulars: no package starts its service.\nexit 101\n'

/**
 * Whether our file is there: before an installation, that is one left behind by a killed run.
 *
 * @param {string} policyFile
 */
export function isOurPolicy(policyFile) {
  return existsSync(policyFile) && readFileSync(policyFile, 'utf8') === policy
}

/**
 * @param {string} policyFile
 * @param {() => Promise<void>} install
 */
export async function preventAutostart(policyFile, install) {
  // With `npm test | head`, writing fails once head has exited. Unhandled, that would end this
  // process before it removes the file.
  process.stdout.on('error', () => {})
  if (existsSync(policyFile) && !isOurPolicy(policyFile)) return install()
  writeFileSync(policyFile, policy, { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(policyFile, { force: true })
  }
}
