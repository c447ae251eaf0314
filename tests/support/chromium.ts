/**
 * The Chromium for tests and measurements: Debian's, or the one CHROMIUM_PATH names. Most journeys
 * run in its headless shell if installed: the same engine without windows and tabs, which needs two
 * thirds of the CPU time.
 */
import { existsSync } from 'node:fs'

const debians = '/usr/bin/chromium'
const debiansShell = '/usr/bin/chromium-headless-shell'

export const chromiumPath = process.env.CHROMIUM_PATH || debians
export const headlessPath =
  chromiumPath === debians && existsSync(debiansShell) ? debiansShell : chromiumPath

export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A journey's page lives for seconds, so optimizing its scripts costs more than it saves: without
 * it, renderers need a fifth less CPU time. Measurements and the full browser optimize as usual.
 */
export const headlessSwitches = [...chromiumSwitches, '--js-flags=--no-opt,--no-maglev']
