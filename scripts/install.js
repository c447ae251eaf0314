/**
 * Makes sure the packages in node_modules are those of package-lock.json, and of this machine's
 * Node. Uses nothing but Node itself, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './patch-driver.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} sentence */
export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/** @param {string} sentence @returns {never} */
export function stopWith(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (fits) return
  stopWith(
    `Regulars needs Node 20.19 or newer (or 22.12 or newer), and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
}

/**
 * `npm install` rather than `npm ci`: it respects the lock file and skips other platforms'
 * packages. `--no-save` keeps another npm version from rewriting the lock file.
 * @param {{ forTests: boolean }} options
 */
export function ensureInstalled({ forTests }) {
  if (isInstalled(forTests)) return
  say('Installing the packages; this takes a minute the first time.')
  const npm = process.env.npm_execpath
  const [command, first] =
    npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  const options = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    ...(forTests ? ['--include=dev'] : []),
  ]
  const { status } = spawnSync(command, [...first, ...options], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  stopWith('The packages could not be installed: check the network and run the same command again.')
}

/**
 * Runs a program of an installed package with this same Node.
 * @param {string} path
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function runTool(path, args, env = {}) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

/** @param {boolean} forTests */
function isInstalled(forTests) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = readJson(note).packages
  const { packages: locked } = readJson(join(root, 'package-lock.json'))
  const { dependencies, devDependencies } = readJson(join(root, 'package.json'))
  const asked = JSON.stringify([dependencies, devDependencies])
  if (asked !== JSON.stringify([locked[''].dependencies, locked[''].devDependencies])) return false
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    // Another platform's packages, and a production install's test tools, may be absent.
    if (!there) return entry.optional || entry.devOptional || (entry.dev && !forTests)
    return there.version === entry.version
  })
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
