/**
 * A hand on a touch screen: taps visible elements and types 5 characters a second. Every touch that
 * isn't a character counts as a tap: on a button, a field, a box, a row, or the keyboard's Enter.
 * Finds elements by plain selectors and uses the browser's own touch input, because Playwright's
 * lookups would run inside the page, four times slowed, and count as the page's.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** A person's typing speed on a phone. */
const msPerCharacter = 200
/** A scanner's usual typing speed. */
const msPerScannedCharacter = 8
/** Fail early if a step takes longer, instead of hanging. */
const stepMsMost = 15_000

export class Hand {
  readonly #page: Page
  #taps = 0
  #letters = 0
  constructor(page: Page) {
    this.#page = page
  }

  get taps(): number {
    return this.#taps
  }

  /** Typed by a person, not by a scanner. */
  get letters(): number {
    return this.#letters
  }

  /** Taps the button with this text, or the selector's first match. */
  async tap(button: string | RegExp): Promise<void> {
    this.#taps += 1
    const selector = typeof button === 'string' ? button : 'button'
    const words = typeof button === 'string' ? '' : button.source
    const { x, y } = await this.#standing({ selector, words, isTapped: true })
    await this.#page.touchscreen.tap(x, y)
  }

  /** Waits until it is shown. */
  async see(selector: string, words: RegExp = /(?:)/): Promise<void> {
    await this.#standing({ selector, words: words.source, isTapped: false })
  }

  /** Types each character on schedule, however long the page took for the previous one. */
  async type(text: string): Promise<void> {
    const startedAt = performance.now()
    for (const [index, character] of [...text].entries()) {
      await this.#page.keyboard.press(character)
      const restMs = startedAt + (index + 1) * msPerCharacter - performance.now()
      if (restMs > 0) await pause(restMs)
    }
    this.#letters += text.length
  }

  /** Types like a keyboard-wedge scanner, without waiting for the screen. */
  async scan(text: string): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page)
    const sent: Promise<unknown>[] = []
    for (const key of text) {
      sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }))
      sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }))
      await pause(msPerScannedCharacter)
    }
    await Promise.all(sent)
    await session.detach()
  }

  async #standing(wanted: Omit<Wanted, 'msMost'>): Promise<Place> {
    const found = await this.#page.evaluate(standing, { ...wanted, msMost: stepMsMost })
    if (!('shown' in found)) return found
    const { selector, words } = wanted
    const what = `${selector}${words ? ` with the words ${words}` : ''}`
    throw new Error(
      `Waited ${stepMsMost / 1000} s for ${what} to ${wanted.isTapped ? 'stand under a finger' : 'be shown'}; ${found.shown}`,
    )
  }
}

interface Place {
  x: number
  y: number
}

interface Wanted {
  selector: string
  words: string
  /** It must have stopped moving, and nothing may cover it. */
  isTapped: boolean
  msMost: number
}

/**
 * Runs in the page, so it can't call other functions of this file.
 * @returns the element's center once it is there, or a description of what was shown instead
 */
async function standing(wanted: Wanted): Promise<Place | { shown: string }> {
  const words = new RegExp(wanted.words)
  const until = performance.now() + wanted.msMost
  let before: Place | null = null
  let last = 'no such element'
  while (performance.now() < until) {
    let now: Place | null = null
    for (const element of document.querySelectorAll<HTMLElement>(wanted.selector)) {
      if (!words.test(element.textContent ?? '') || !element.checkVisibility()) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width === 0) continue
      now = { x: x + width / 2, y: y + height / 2 }
      if (!wanted.isTapped) return now
      const touched = document.elementFromPoint(now.x, now.y)
      if (element.contains(touched)) break
      last = `at ${now.x.toFixed(0)}, ${now.y.toFixed(0)} there is ${touched?.tagName ?? 'the end of the screen'}`
      now = null
    }
    if (now && before && now.x === before.x && now.y === before.y) return now
    before = now
    await new Promise((next) => requestAnimationFrame(next))
  }
  return {
    shown: `${last} on ${location.pathname}: ${document.querySelector('main')?.textContent?.slice(0, 400)}`,
  }
}
