/**
 * Debian's Firefox, driven by WebDriver's commands over Marionette, the protocol that geckodriver
 * uses (docs/decisions/0211).
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  capabilities,
  type DrivenBrowser,
  inTime,
  killGroup,
  lookAgainMs,
  openTab,
  type Send,
  spawnGroup,
} from './tab.ts'

const firefox = '/usr/bin/firefox-esr'

export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'regulars-firefox-'))
  const portFile = join(profile, 'MarionetteActivePort')
  writeFileSync(
    join(profile, 'user.js'),
    [
      ['marionette.port', 0],
      ['browser.sessionstore.resume_from_crash', false],
      ['toolkit.startup.max_resumed_crashes', -1],
      ['datareporting.policy.dataSubmissionEnabled', false],
    ]
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  )
  let running: { child: ChildProcess; send: Send; hangUp: () => void }

  async function start() {
    rmSync(portFile, { force: true })
    const child = spawnGroup(
      firefox,
      ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'],
      { HOME: profile },
    )
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').trim()) {
      if (child.exitCode !== null) throw new Error('Firefox did not start')
      await pause(lookAgainMs)
    }
    const { send, hangUp } = await callMarionette(Number(readFileSync(portFile, 'utf8')))
    running = { child, send, hangUp }
    await send('NewSession', { capabilities: { alwaysMatch: capabilities } })
  }

  async function kill() {
    running.hangUp()
    await killGroup(running.child)
  }

  await start()
  return {
    open: (url) => openTab(running.send, url),
    async killed() {
      await kill()
      await start()
    },
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Messages are JSON, prefixed with their length: [0, id, name, params], [1, id, error, result]. */
async function callMarionette(port: number): Promise<{ send: Send; hangUp: () => void }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, (answer: unknown[]) => void>()
  let ids = 0
  let heard = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    while (true) {
      const colon = heard.indexOf(':')
      const end = colon + 1 + Number(heard.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || heard.length < end) return
      const message = JSON.parse(heard.subarray(colon + 1, end).toString())
      heard = heard.subarray(end)
      // The greeting is not a list.
      if (Array.isArray(message)) waiting.get(message[1])?.(message)
    }
  })
  const send: Send = async (command, params = {}) => {
    ids += 1
    const id = ids
    const answered = new Promise<unknown[]>((resolve) => waiting.set(id, resolve))
    const text = JSON.stringify([0, id, `WebDriver:${command}`, params])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await inTime(answered, command)
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`)
    const told = result as { value?: unknown }
    return told && 'value' in told ? told.value : told
  }
  return { send, hangUp: () => socket.destroy() }
}
