/** The browsers besides Chromium that journeys run in where they are installed, and Debian's packages. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @typedef {{ name: string, packages: string[], isThere: () => boolean }} Engine */

/** @type {Engine} */
export const firefox = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isThere: () => existsSync('/usr/bin/firefox-esr'),
}

/** @type {Engine} */
export const webKit = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'],
  isThere: () =>
    existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && canOpenWindow(),
}

function canOpenWindow() {
  const required = ['Gtk", "3.0', 'WebKit2", "4.1'].map((each) => `gi.require_version("${each}")`)
  const { status } = spawnSync('/usr/bin/python3', ['-c', ['import gi', ...required].join('\n')])
  return status === 0
}
