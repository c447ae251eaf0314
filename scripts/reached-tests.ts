/**
 * Prints, as JSON, the deep test files that this checkout's changes call for: changes since the
 * main branch, and uncommitted ones. Prints none if Git can't tell.
 */
import { spawnSync } from 'node:child_process'
import { deepTestsFor } from '#tests/reach.ts'

function lines(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

const isHere = (branch: string) => lines('rev-parse', '--verify', '--quiet', branch).length > 0
const main = ['origin/main', 'main'].find(isHere) ?? 'HEAD'
const [base = 'HEAD'] = lines('merge-base', 'HEAD', main)
const changed = [
  ...lines('diff', '--name-only', base),
  ...lines('ls-files', '--others', '--exclude-standard'),
]
process.stdout.write(JSON.stringify(deepTestsFor(changed)))
