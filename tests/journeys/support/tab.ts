/**
 * A tab of a browser that is driven by WebDriver, for the engines that Playwright cannot drive
 * here. Every step is a script in the page.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** The journeys' interface to a browser with a profile on disk. */
export interface DrivenBrowser {
  /** A new tab. */
  open(url: string): Promise<Tab>
  /** Kills it with SIGKILL and starts it again with the same profile. */
  killed(): Promise<void>
  close(): Promise<void>
}

/** WebDriver's commands, by their names in Marionette. */
export type Command =
  | 'NewSession'
  | 'NewWindow'
  | 'SwitchToWindow'
  | 'Navigate'
  | 'Back'
  | 'ExecuteScript'
export type Send = (command: Command, params?: object) => Promise<unknown>

export const patienceMs = 30_000
export const lookAgainMs = 100
/** WebKit never answers a script whose page goes away; another try reaches the new page. */
const lookMs = 10_000
/** The load event does not mean that an app is ready. */
export const capabilities = { pageLoadStrategy: 'none' }

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

  /** Waits for a truthy answer; a page that is navigating gives none. */
  until<Answer>(script: string, ...args: unknown[]): Promise<Answer> {
    return this.#look(lookMs, script, args)
  }

  async #look<Answer>(ms: number, script: string, args: unknown[]): Promise<Answer> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const look = this.run<Answer>(script, ...args)
      const answer = await inTime(look, script, ms).catch(() => undefined)
      if (answer) return answer
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

  /**
   * Presses the button or link with this text once, without a repeat while the answer is pending.
   */
  async press(text: string): Promise<void> {
    await this.#look(
      patienceMs,
      `const found = [...document.querySelectorAll('button, a')].find(
        (one) => one.textContent.trim() === arguments[0] && one.getClientRects().length > 0)
      found?.click()
      return found !== undefined`,
      [text],
    )
  }

  /** Fills the form that has these fields. */
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

export async function openTab(send: Send, url: string): Promise<Tab> {
  const { handle } = (await send('NewWindow', { type: 'tab' })) as { handle: string }
  const tab = new Tab(send, handle)
  await tab.visit(url)
  return tab
}

/**
 * Starts a browser in a process group of its own, so that all its processes can be killed at once.
 */
export function spawnGroup(program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...env } })
}

export async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

export async function inTime<Answer>(
  answer: Promise<Answer>,
  what: string,
  ms = patienceMs,
): Promise<Answer> {
  const given = new AbortController()
  const late = pause(ms, undefined, { signal: given.signal }).then(() => {
    throw new Error(`No answer to ${what} in time`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([answer, late])
  } finally {
    given.abort()
  }
}
