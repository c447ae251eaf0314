/**
 * `npm run dev`: the server in watch mode and the app with hot reload, over the demo data. Open the
 * URL that Vite prints; it proxies calls to the server. Ctrl-C stops both.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './install.js'

const appPort = Number(process.env.APP_PORT ?? 5173)
const serverPort = Number(process.env.PORT ?? 3000)

requireNode()
ensureInstalled({ forTests: true })

const watched = ['sync-server', 'schema'].map((folder) => `--watch-path=${join(root, folder)}`)
const env = {
  ...process.env,
  PORT: String(serverPort),
  // QR codes and mails link to the app with hot reload.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${appPort}`,
}
const server = run([
  '--watch-preserve-output',
  ...watched,
  '--import',
  'tsx',
  'sync-server/main.ts',
])
const vite = run(['node_modules/vite/bin/vite.js', '--port', String(appPort), '--strictPort'])

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of [server, vite]) child.on('exit', stop)

/** @param {string[]} args */
function run(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
}

function stop() {
  if (stopping) return
  stopping = true
  for (const child of [server, vite]) child.kill('SIGTERM')
}
