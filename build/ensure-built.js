/** Builds the app only if its sources have changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool, say } from '#scripts/install.js'

const sources = ['package-lock.json', 'vite.config.ts', 'build', 'schema/contract', 'pwa']
const stamp = join(root, 'dist', '.build-stamp')

export function ensureBuilt() {
  const wanted = fingerprintSources()
  const isBuilt = existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === wanted) return true
  say('Building the app; this takes some seconds after a change.')
  // Remove the stamp first, so that an interrupted build is repeated.
  rmSync(stamp, { force: true })
  // Vite uses an existing NODE_ENV and might select React's development build.
  const env = { NODE_ENV: 'production' }
  if (!runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], env)) return false
  writeFileSync(stamp, wanted)
  return true
}

function fingerprintSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles)) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  const names = readdirSync(full).sort()
  return names.flatMap((name) => listFiles(`${path}/${name}`))
}
