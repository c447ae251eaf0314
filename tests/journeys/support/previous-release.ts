/** The previous release, installed and built from its commit as an operator had it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Version 0.1.0. A release sets it to its own commit (CONTRIBUTING.md). */
const releaseCommit = '653767a59c13e01973b09a18491e0d3dd7213965'

export interface Checkout {
  folder: string
  remove(): void
}

/** A shallow clone lacks the release, so there the product upgrades from itself. */
function commitHere(): string {
  const { status } = spawnSync('git', ['cat-file', '-e', `${releaseCommit}^{commit}`])
  return status === 0 ? releaseCommit : 'HEAD'
}

export function buildPreviousRelease(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-previous-'))
  const sources = execFileSync('git', ['archive', commitHere()], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], { cwd: folder })
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
