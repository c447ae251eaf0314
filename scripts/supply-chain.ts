/**
 * `npm run supply-chain`: reports each package's license terms and known vulnerabilities, and
 * writes the bill of materials (SBOM). Terms and bill only need the lock files. Vulnerabilities
 * come from the registry; without it, the command reports that they weren't checked, and fails.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUnderTerms, type Locked, termsOf } from './package-terms.ts'

const billFile = 'regulars.cdx.json'
const folders = ['.', 'bench/lighthouse']
const say = (text: string) => process.stdout.write(`${text}\n`)

function npm(folder: string, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { stdout, stderr, status }
}

/** @returns whether every package has approved terms */
function checkTerms(folder: string): boolean {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path)
  const countByTerms = new Map<string, number>()
  const unread: string[] = []
  for (const [path, locked] of packages) {
    const terms = termsOf(path, locked)
    countByTerms.set(terms ?? 'none', (countByTerms.get(terms ?? 'none') ?? 0) + 1)
    if (!isUnderTerms(terms)) unread.push(`${path}: ${terms ?? 'names no terms'}`)
  }
  const counts = [...countByTerms].sort((one, other) => other[1] - one[1])
  say(`Terms of ${packages.length} packages in ${folder}/package-lock.json:`)
  for (const [terms, count] of counts) say(`  ${String(count).padStart(5)}  ${terms}`)
  for (const one of unread) say(`  NOT READ  ${one}`)
  return unread.length === 0
}

function writeBill(): boolean {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const { stdout, stderr, status } = npm('.', ...words)
  if (status !== 0) {
    say(`The bill of materials was not written: ${stderr.trim()}`)
    return false
  }
  writeFileSync(billFile, stdout)
  say(`Bill of materials (CycloneDX): ${billFile}`)
  return true
}

interface Audit {
  vulnerabilities?: Record<string, { severity: string; isDirect: boolean }>
  message?: string
}

/** @returns whether the registry answered and knows of no vulnerability */
function checkHoles(folder: string): boolean {
  const lockFile = join(folder, 'package-lock.json')
  const { stdout, stderr } = npm(folder, 'audit', '--json', '--package-lock-only')
  const audit = parse(stdout)
  if (!audit?.vulnerabilities) {
    const digest = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
    say(`KNOWN HOLES WERE NOT LOOKED UP for ${lockFile} (SHA-256 ${digest.slice(0, 16)}):`)
    say(`  the registry did not answer: ${audit?.message ?? stderr.trim()}`)
    say('  Run this command again where it does.')
    return false
  }
  const found = Object.entries(audit.vulnerabilities)
  say(`Known holes of the packages in ${lockFile}: ${found.length}`)
  for (const [name, { severity }] of found) say(`  ${severity}  ${name}`)
  return found.length === 0
}

function parse(text: string): Audit | null {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return null
  }
}

const outcomes = [...folders.map(checkTerms), writeBill(), ...folders.map(checkHoles)]
process.exitCode = outcomes.every(Boolean) ? 0 : 1
