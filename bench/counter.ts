/**
 * The counter on a slow phone: 4× CPU slow-down, slow 4G, and answers of the sync lost half of the
 * time. Taps, characters and seconds of a sign-up, a purchase, and the whole of "3 sign-ups, 5 sales and 2
 * redemptions"; and how long an interaction takes until it is painted. The machine types 5
 * characters a second and taps at once; what a person needs for a tap is added in the last figure.
 *
 * A tap is every touch that is not a character: on a button, a field, a box, a row, or on the
 * keyboard's Enter. It is found and waited for by plain selectors and done by the browser's own touch:
 * what Playwright looks up of a page would run in it, four times slowed, and count as the counter's. Members who are known are scanned, as the customer's card asks for, with a
 * scanner that types; its letters are no taps, and no interactions in the figure of the next paint.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { startBadNetwork } from '#tests/journeys/support/bad-network.ts'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { buildApp } from './build-app.ts'
import { aim, bar, type Figure } from './figure.ts'
import { percentile } from './measure.ts'
import { slow4g } from './page.ts'

const msPerCharacter = 200
/** Of a scanner at a usual speed. */
const msPerScannedCharacter = 8
/** What the first counter needed: 36 taps and 127 characters in an estimated 73 s. */
const before = { taps: 36, seconds: 73 }
const secondsPerTapByHand = (before.seconds - 127 * (msPerCharacter / 1000)) / before.taps

export async function measureCounter(): Promise<Figure[]> {
  buildApp()
  const app = await startApp()
  const network = await startBadNetwork(app.url)
  let browser: Browser | null = null
  let weather: NodeJS.Timeout | undefined
  try {
    browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.addInitScript(watchInteractions)
    await signIn(page, network, app.staff)
    await page.getByRole('option').first().waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    network.only = '/api/sync'
    let isLost = false
    weather = setInterval(() => {
      isLost = !isLost
      network.mode = isLost ? 'loseAnswers' : 'well'
    }, 1500)

    const cashier = new Cashier(page)
    const signUps: Job[] = []
    const sales: Job[] = []
    const redemptions: Job[] = []
    for (const name of ['Tamsin', 'Ursula', 'Winifred']) {
      signUps.push(await cashier.time(() => cashier.signUp(name)))
      sales.push(await cashier.time(() => cashier.sell('62.40')))
    }
    for (const name of ['Tamsin', 'Ursula']) {
      sales.push(
        await cashier.time(async () => {
          await cashier.scan(name)
          await cashier.sell('18.50')
        }),
      )
      redemptions.push(await cashier.time(() => cashier.redeem(name)))
    }
    const all = sum([...signUps, ...sales, ...redemptions])
    const known = sales.slice(-2)
    const interactions = await page.evaluate(() => [...window.interactions.values()])
    const figures: Figure[] = [
      { what: 'sign-up, slowest of 3', measured: slowest(signUps), unit: 's', bar: bar(10) },
      { what: 'sign-up, taps', measured: signUps[0]?.taps ?? Number.NaN, unit: 'taps' },
      {
        what: 'purchase after it, slowest of 3',
        measured: slowest(sales.slice(0, 3)),
        unit: 's',
        bar: bar(5),
      },
      { what: 'purchase of a known member', measured: slowest(known), unit: 's', bar: bar(5) },
      {
        what: 'purchase of a known member, taps',
        measured: known[0]?.taps ?? Number.NaN,
        unit: 'taps',
      },
      { what: 'redemption, slowest of 2', measured: slowest(redemptions), unit: 's' },
      { what: 'redemption, taps', measured: redemptions[0]?.taps ?? Number.NaN, unit: 'taps' },
      {
        what: 'interaction to next paint, 95th percentile',
        measured: percentile(interactions, 0.95),
        unit: 'ms',
        bar: bar(100),
      },
      {
        what: '3 sign-ups, 5 sales, 2 redemptions: taps',
        measured: all.taps,
        unit: 'taps',
        baseline: { what: 'before', measured: before.taps },
        bar: { kind: 'aim', of: 'ratio', most: 0.5 },
      },
      {
        what: 'the same, machine-paced',
        measured: all.ms / 1000,
        unit: 's',
        bar: aim(before.seconds / 2),
      },
      {
        what: 'the same, with a hand’s taps',
        measured: all.ms / 1000 + all.taps * secondsPerTapByHand,
        unit: 's',
        baseline: { what: 'before', measured: before.seconds },
        bar: { kind: 'aim', of: 'ratio', most: 0.5 },
      },
    ]
    return figures
  } finally {
    clearInterval(weather)
    await browser?.close()
    await network.close()
    await app.close()
  }
}

interface Job {
  taps: number
  ms: number
}

const sum = (jobs: readonly Job[]): Job => ({
  taps: jobs.reduce((total, { taps }) => total + taps, 0),
  ms: jobs.reduce((total, { ms }) => total + ms, 0),
})
const slowest = (jobs: readonly Job[]) => Math.max(...jobs.map(({ ms }) => ms)) / 1000

/** Does what a cashier does, as often as they would have to. */
class Cashier {
  readonly #page: Page
  /** What each member's QR code says. */
  readonly #cards = new Map<string, string>()
  #taps = 0
  constructor(page: Page) {
    this.#page = page
  }

  async time(work: () => Promise<void>): Promise<Job> {
    this.#taps = 0
    const startedAt = performance.now()
    await work()
    return { taps: this.#taps, ms: performance.now() - startedAt }
  }

  /** As soon as it is there and stands still. */
  async #tap(button: string | RegExp): Promise<void> {
    this.#taps += 1
    const { x, y } = await this.#page.evaluate(standing, {
      selector: typeof button === 'string' ? button : 'button',
      words: typeof button === 'string' ? '' : button.source,
    })
    await this.#page.touchscreen.tap(x, y)
  }
  async #wait(selector: string, words: RegExp = /(?:)/): Promise<void> {
    await this.#page.evaluate(standing, { selector, words: words.source })
  }
  #type(text: string): Promise<void> {
    return this.#page.keyboard.type(text, { delay: msPerCharacter })
  }

  /** All of it on one line of the search, where they might be found; it fills the form. */
  async signUp(name: string): Promise<void> {
    await this.#tap(search)
    await this.#type(`${name} Ames ${name.toLowerCase()}@mail.com`)
    await this.#tap(/^New member$/)
    await this.#tap(/^Accept and sign up$/)
    await this.#wait(amountField)
    const { searchParams } = new URL(this.#page.url())
    this.#cards.set(
      name,
      `${new URL(this.#page.url()).origin}/member/${searchParams.get('member')}`,
    )
  }

  /** The member's card under the counter's scanner, which types what it reads and ends it with Enter. */
  async scan(name: string): Promise<void> {
    await this.#page.evaluate(() => {
      window.scans.push({ from: performance.now(), to: Number.POSITIVE_INFINITY })
    })
    await this.#page.keyboard.type(this.#cards.get(name) ?? '', { delay: msPerScannedCharacter })
    await this.#page.evaluate(() => {
      const scan = window.scans.at(-1)
      if (scan) scan.to = performance.now()
    })
    await this.#page.keyboard.press('Enter')
    await this.#wait('h2', new RegExp(`^${name} `))
  }

  async sell(amount: string): Promise<void> {
    await this.#wait(amountField)
    await this.#type(amount)
    await this.#tap(/^Record/)
    await this.#wait('p', new RegExp(`^\\$${amount.replace('.', '\\.')} recorded`))
  }

  /** What the balance buys is on the member's first screen. */
  async redeem(name: string): Promise<void> {
    await this.scan(name)
    await this.#tap(/^Redeem /)
    await this.#tap(/^(Done|Mark as used now)$/)
    await this.#wait(search)
  }
}

const search = '[role="combobox"]'
const amountField = '[aria-label="Amount"]'

interface Place {
  x: number
  y: number
}

/**
 * Runs in the page, so it has no function with a name in it.
 * @returns the middle of the element once it is shown and no longer moves
 */
async function standing(wanted: { selector: string; words: string }): Promise<Place> {
  const words = new RegExp(wanted.words)
  let before: Place | null = null
  for (;;) {
    let now: Place | null = null
    for (const element of document.querySelectorAll<HTMLElement>(wanted.selector)) {
      if (!words.test(element.textContent ?? '') || !element.checkVisibility()) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width === 0) continue
      now = { x: x + width / 2, y: y + height / 2 }
      break
    }
    if (now && before && now.x === before.x && now.y === before.y) return now
    before = now
    await new Promise((next) => requestAnimationFrame(next))
  }
}

declare global {
  interface Window {
    /** The longest event of each interaction, in ms until the next paint. */
    interactions: Map<number, number>
    /** When a scanner typed. */
    scans: { from: number; to: number }[]
  }
}

function watchInteractions(): void {
  window.interactions = new Map()
  window.scans = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration, startTime } = entry as PerformanceEventTiming
      if (!interactionId) continue
      if (window.scans.some(({ from, to }) => from <= startTime && startTime <= to)) continue
      const known = window.interactions.get(interactionId) ?? 0
      window.interactions.set(interactionId, Math.max(known, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
