/**
 * `npm start`, on a fresh clone or any later day: installs and builds what is missing or outdated,
 * then becomes the server. It stays one process, so a signal only reaches the server.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.js'
import { ensureInstalled, requireNode, root, stopWith } from './install.js'

requireNode()
ensureInstalled({ forTests: false })
if (!ensureBuilt()) stopWith('The app could not be built: the lines above say why.')

const main = join(root, 'sync-server', 'main.ts')
process.chdir(root)
process.argv[1] = main
// Lets Node read TypeScript; it can only be imported once it is installed.
// @ts-expect-error it has no types, and needs none
await import('tsx')
await import(pathToFileURL(main).href)
