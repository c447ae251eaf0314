#!/usr/bin/env node
/**
 * `regulars` in a checkout, on a fresh clone or any later day: installs and, before a start, builds
 * what is missing or outdated, then becomes the command. It stays one process, so a signal only
 * reaches the server.
 */
import { ensureBuilt } from '#build/ensure-built.js'
import { ensureInstalled, requireNode, root, stopWith } from './install.js'

requireNode()
ensureInstalled({ forTests: false })
if (process.argv[2] === 'start' && !ensureBuilt()) {
  stopWith('The app could not be built: the lines above say why.')
}

process.chdir(root)
// Lets Node read TypeScript; it can only be imported once it is installed.
// @ts-expect-error it has no types, and needs none
await import('tsx')
await import('./command-line.ts')
