/**
 * Debian's Firefox, driven by the commands of WebDriver over Marionette, the protocol that Firefox
 * itself speaks beneath geckodriver (docs/decisions/0211). What the page is asked to do, a script in
 * the page does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Firefox {
  /** A new tab. */
  open(url: string): Promise<Tab>
  /** SIGKILL, and started again over the same profile. */
  killed(): Promise<void>
  close(): Promise<void>
}

type Command = 'NewSession' | 'NewWindow' | 'SwitchToWindow' | 'Navigate' | 'Back' | 'ExecuteScript'
type Send = (command: Command, params?: object) => Promise<unknown>

const patienceMs = 30_000
const lookAgainMs = 100
/** The load event says nothing about an app. */
const capabilities = { pageLoadStrategy: 'none' }

export class Tab {
  readonly #send: Send
  readonly #handle: string
  constructor(send: Send, handle: string) {
    this.#send = send
    this.#handle = handle
  }

  async visit(url: string): Promise<void> {
    await this.#here('Navigate', { url })
  }

  async back(): Promise<void> {
    await this.#here('Back')
  }

  async run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return (await this.#here('ExecuteScript', { script, args })) as Result
  }

  /** Waits until it is true; on the way from one page to the next nothing is. */
  async until(script: string, ...args: unknown[]): Promise<void> {
    const deadline = performance.now() + patienceMs
    while (!(await this.run(script, ...args).catch(() => false))) {
      if (performance.now() > deadline) {
        const shown = await this.run('return document.body.innerText').catch(String)
        throw new Error(`Not so in time: ${script} ${args}\n${shown}`)
      }
      await pause(lookAgainMs)
    }
  }

  see(text: string): Promise<void> {
    return this.until('return document.body.innerText.includes(arguments[0])', text)
  }

  /** Presses the button or link with this text. */
  async press(text: string): Promise<void> {
    await this.until(
      `const found = [...document.querySelectorAll('button, a')].find(
        (one) => one.textContent.trim() === arguments[0] && one.getClientRects().length > 0)
      found?.click()
      return found !== undefined`,
      text,
    )
  }

  /** Of the form that has these fields. */
  async fill(valuesByName: Record<string, string | boolean>): Promise<void> {
    for (const [name, value] of Object.entries(valuesByName)) {
      await this.until(
        `const [name, value] = arguments
        const field = document.querySelector('#app [name="' + name + '"], [role="dialog"] [name="' + name + '"]')
        if (!field) return false
        if (value === true) {
          if (!field.checked && field.getAttribute('aria-checked') !== 'true') field.click()
          return true
        }
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        return true`,
        name,
        value,
      )
    }
  }

  async #here(command: Command, params?: object): Promise<unknown> {
    await this.#send('SwitchToWindow', { handle: this.#handle })
    return this.#send(command, params)
  }
}

async function openTab(send: Send, url: string): Promise<Tab> {
  const { handle } = (await send('NewWindow', { type: 'tab' })) as { handle: string }
  const tab = new Tab(send, handle)
  await tab.visit(url)
  return tab
}

const firefox = '/usr/bin/firefox-esr'
export const isFirefoxThere = existsSync(firefox)

export async function startFirefox(): Promise<Firefox> {
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
    const child = spawn(
      firefox,
      ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'],
      { detached: true, stdio: 'ignore', env: { ...process.env, HOME: profile } },
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

/** Messages are JSON with their length before them: [0, id, name, params], [1, id, error, result]. */
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
      // The greeting is no list.
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

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

async function inTime<Answer>(answer: Promise<Answer>, what: string): Promise<Answer> {
  const given = new AbortController()
  const late = pause(patienceMs, undefined, { signal: given.signal }).then(() => {
    throw new Error(`No answer to ${what} in time`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([answer, late])
  } finally {
    given.abort()
  }
}
