/**
 * Debian's WebKitGTK, the engine of Safari, in our own window (webkit-window.py), driven through
 * WebKitWebDriver on a virtual screen (docs/decisions/0250).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '#tests/support/free-port.ts'
import {
  type Command,
  capabilities,
  type DrivenBrowser,
  killGroup,
  lookAgainMs,
  openTab,
  patienceMs,
  type Send,
  spawnGroup,
} from './tab.ts'

const window = fileURLToPath(new URL('./webkit-window.py', import.meta.url))

/** Paths under /session/ID; all commands are POST. */
const pathByCommand: Record<Command, string> = {
  NewSession: '',
  NewWindow: '/window/new',
  SwitchToWindow: '/window',
  Navigate: '/url',
  Back: '/back',
  ExecuteScript: '/execute/sync',
}

export async function startWebKit(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'regulars-webkit-'))
  const screen = await startScreen()
  let running: { child: ChildProcess; send: Send }

  async function start() {
    const port = await findFreePort()
    const child = spawnGroup('/usr/bin/WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      PROFILE: profile,
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      DISPLAY: screen.display,
      // There is no desktop whose services could be used.
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    })
    running = { child, send: await callDriver(port, child) }
  }

  await start()
  return {
    open: (url) => openTab(running.send, url),
    async killed() {
      await killGroup(running.child)
      await start()
    },
    async close() {
      await killGroup(running.child)
      await killGroup(screen.child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function callDriver(port: number, child: ChildProcess): Promise<Send> {
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(`${address}/status`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver did not start')
    await pause(lookAgainMs)
  }
  let session = '/session'
  const send: Send = async (command, params = {}) => {
    const answer = await fetch(address + session + pathByCommand[command], {
      method: 'POST',
      body: JSON.stringify(params),
      signal: AbortSignal.timeout(patienceMs),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${command}: ${JSON.stringify(value)}`)
    return value
  }
  const alwaysMatch = {
    ...capabilities,
    'webkitgtk:browserOptions': { binary: window, args: [] },
  }
  const { sessionId } = (await send('NewSession', { capabilities: { alwaysMatch } })) as {
    sessionId: string
  }
  session += `/${sessionId}`
  return send
}

/** An X server without a monitor; it picks a free number and prints it. */
async function startScreen(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '1', '-screen', '0', '1300x1000x24', '-nolisten', 'tcp'],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb did not start')
  })
  const [number] = await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
  return { child, display: `:${String(number).trim()}` }
}
