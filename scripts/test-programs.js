/** Programs besides Node that tests use if installed, with their Debian packages. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @typedef {{ name: string, packages: string[], isThere: () => boolean }} Program */

/** Its headless shell is the same engine and runs journeys faster. @type {Program} */
export const chromium = {
  name: 'Chromium',
  packages: ['chromium', 'chromium-headless-shell'],
  isThere: () => existsSync('/usr/bin/chromium') && existsSync('/usr/bin/chromium-headless-shell'),
}

/** @type {Program} */
export const firefox = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isThere: () => existsSync('/usr/bin/firefox-esr'),
}

/** @type {Program} */
export const webKit = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'],
  isThere: () =>
    existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && canOpenWindow(),
}

/** @typedef {Program & { findPath: () => string | undefined }} FoundProgram */

/**
 * @param {string} name
 * @param {string} debianPackage
 * @returns {FoundProgram}
 */
function findable(name, debianPackage = name) {
  const findPath = () => [`/usr/sbin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path))
  return { name, packages: [debianPackage], isThere: () => findPath() !== undefined, findPath }
}

export const pooler = findable('pgbouncer')
export const haproxy = findable('haproxy')
export const nginx = findable('nginx', 'nginx-light')
/** Their packages enable services, and tests start their own. */
export const services = [pooler, haproxy, nginx]

function canOpenWindow() {
  const required = ['Gtk", "3.0', 'WebKit2", "4.1'].map((each) => `gi.require_version("${each}")`)
  const { status } = spawnSync('/usr/bin/python3', ['-c', ['import gi', ...required].join('\n')])
  return status === 0
}
