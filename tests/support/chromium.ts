/**
 * The Chromium that tests and measurements drive: Debian's, or the one CHROMIUM_PATH names. Most
 * journeys run in its headless shell where that is installed: the same engine without the windows
 * and tabs around it, which does the same in two thirds of the processor time.
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
 * A journey's page lives for seconds: compiling its scripts for the long run costs more than they
 * give back. Without that, its renderers take a fifth less processor time. Measurements and the
 * whole browser compile as always.
 */
export const headlessSwitches = [...chromiumSwitches, '--js-flags=--no-opt,--no-maglev']
