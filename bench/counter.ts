/**
 * The counter on a slow phone: 4× CPU slowdown, slow 4G, and half of the sync answers lost. Counts
 * taps and seconds of 3 sign-ups, 5 sales and 2 redemptions, and measures interaction to next paint.
 * The script types 5 characters a second and taps at once. Known members are scanned with a
 * keyboard-wedge scanner, as the customer's card suggests; its keys count neither as taps nor as
 * interactions. At the end, one task of each kind is done by thumb alone, with its keystrokes
 * counted: 0.8 s a tap and 0.28 s a letter, whatever the machine needs.
 */
import type { Page } from '@playwright/test'
import type { RunningApp } from '#tests/journeys/support/app.ts'
import { startBadNetwork } from '#tests/journeys/support/bad-network.ts'
import { bar, type Figure, figure } from './figure.ts'
import { Hand } from './hand.ts'
import { openSlowCounter, readInteractions } from './interactions.ts'
import { closing, p95, spanMs } from './measure.ts'
import { openApp } from './open-app.ts'

/** A keystroke model of a thumb on a phone. */
const thumb = { secondsPerTap: 0.8, secondsPerLetter: 0.28 }

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  const network = closing(await startBadNetwork(app.url))
  const { page, ofEmptyPage } = await openSlowCounter(network, app.staff)
  network.only = '/api/sync'
  const weather = setInterval(() => {
    network.mode = network.mode === 'well' ? 'loseAnswers' : 'well'
  }, 1500)
  closing({ close: () => clearInterval(weather) })

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
  const interactions = await readInteractions(page)
  clearInterval(weather)
  network.mode = 'well'
  const byThumb = await cashier.workByThumb(await welcomeCode(app))

  const taps = [signUps, sales, redemptions].flat().reduce((sum, job) => sum + job.taps, 0)
  const known = sales.slice(-2)
  return [
    figure('sign-up, slowest of 3', slowest(signUps), 's', { bar: bar(10) }),
    figure('purchase after it, slowest of 3', slowest(sales.slice(0, 3)), 's', { bar: bar(5) }),
    figure('purchase of a known member', slowest(known), 's', { bar: bar(5) }),
    figure('interaction to next paint, 95th percentile', p95(interactions), 'ms', {
      beside: ['an empty page', p95(ofEmptyPage)],
      bar: bar(100),
    }),
    figure('3 sign-ups, 5 sales, 2 redemptions: taps', taps, 'taps', { bar: bar(18) }),
    figure('sign-up, by keystrokes', byHand(signUps[0]), 's', { bar: bar(10) }),
    figure('purchase, by keystrokes', byHand(byThumb.sale), 's', { bar: bar(4) }),
    figure('redemption with the search, by keystrokes', byHand(byThumb.redemption), 's', {
      bar: bar(5),
    }),
    figure('coupon by its code, by keystrokes', byHand(byThumb.coupon), 's', { bar: bar(6) }),
  ]
}

interface Job {
  taps: number
  letters: number
  ms: number
}

const slowest = (jobs: readonly Job[]) => Math.max(...jobs.map(({ ms }) => ms)) / 1000

const byHand = (job: Job | undefined) =>
  job ? job.taps * thumb.secondsPerTap + job.letters * thumb.secondsPerLetter : Number.NaN

/** The letters of a welcome coupon that this run's phone holds. */
async function welcomeCode(app: RunningApp): Promise<string> {
  const [row] = await app.sql<{ code: string }[]>`select k.code from coupon k
    join customer c on c.business_id = k.business_id and c.id = k.member_id
    where c.business_id = ${app.businessId} and c.email = 'ursula@mail.com'
      and k.source = 'welcome'`
  return (row?.code ?? '').replaceAll('-', '')
}

/** Performs a cashier's tasks with a real cashier's taps. */
class Cashier {
  readonly #page: Page
  readonly #hand: Hand
  /** The text of each member's QR code. */
  readonly #cards = new Map<string, string>()
  constructor(page: Page) {
    this.#page = page
    this.#hand = new Hand(page)
  }

  async time(work: () => Promise<void>): Promise<Job> {
    const { taps, letters } = this.#hand
    const ms = await spanMs(work)
    return { taps: this.#hand.taps - taps, letters: this.#hand.letters - letters, ms }
  }

  /** Types everything into the search, where the member might be found; it prefills the form. */
  async signUp(name: string): Promise<void> {
    await this.#hand.tap(search)
    await this.#hand.type(`${name} Ames ${name.toLowerCase()}@mail.com`)
    await this.#hand.tap(/^New Member$/)
    await this.#hand.tap(/^Accept and Sign Up$/)
    await this.#hand.see('h2', new RegExp(`^${name} Ames`))
    await this.#hand.see(amountField)
    const { origin, searchParams } = new URL(this.#page.url())
    this.#cards.set(name, `${origin}/member/${searchParams.get('member')}`)
  }

  /** Scans the member's card with the counter's scanner, which types the code and presses Enter. */
  async scan(name: string): Promise<void> {
    await this.#page.evaluate(() => {
      window.scans.push({ from: performance.now(), to: Number.POSITIVE_INFINITY })
    })
    await this.#hand.scan(this.#cards.get(name) ?? '')
    await this.#page.evaluate(() => {
      const scan = window.scans.at(-1)
      if (scan) scan.to = performance.now()
    })
    await this.#page.keyboard.press('Enter')
    await this.#hand.see('h2', new RegExp(`^${name} `))
  }

  async sell(amount: string): Promise<void> {
    await this.#hand.see(amountField)
    await this.#hand.type(amount)
    await this.#hand.tap(/^Record/)
    await this.#hand.see('p', new RegExp(`^\\$${amount.replace('.', '\\.')} recorded`))
  }

  /** The member's first screen offers the rewards that the balance covers. */
  async redeem(name: string): Promise<void> {
    await this.scan(name)
    await this.#hand.tap(/^Redeem /)
    await this.#hand.tap(/^(Done|Keep for Later|Mark as Used Now)$/)
    await this.#hand.see(nextCustomer)
  }

  /** Closes the pad that a used coupon led to. */
  async leave(): Promise<void> {
    const back = this.#page.getByRole('button', { name: 'Back to search' })
    if (await back.isVisible()) await back.tap()
    await this.#hand.see(search)
  }

  /** One task of each kind with the on-screen keys, without a scanner. */
  async workByThumb(couponLetters: string) {
    await this.leave()
    await this.#hand.see('a', /All synced/)
    const redemption = await this.time(async () => {
      await this.#hand.tap(search)
      await this.#hand.type('tams')
      await this.#hand.tap('[role="option"]')
      await this.#hand.tap(/^Redeem /)
      await this.#hand.tap(/^(Done|Keep for Later|Mark as Used Now)$/)
      await this.#hand.see(nextCustomer)
    })
    await this.leave()
    await this.signUp('Ximena')
    const sale = await this.time(async () => {
      for (const digit of '6240') await this.#hand.tap(new RegExp(`^${digit}$`))
      await this.#hand.tap(/^Record/)
      await this.#hand.see('p', /^\$62\.40 recorded/)
    })
    await this.#hand.see('a', /All synced/)
    const coupon = await this.time(async () => {
      await this.#hand.tap(search)
      await this.#hand.type(couponLetters)
      await this.#hand.tap(/^Check This Code$/)
      await this.#hand.tap(/^Use Coupon$/)
      await this.#hand.see(amountField)
    })
    return { redemption, sale, coupon }
  }
}

const search = '[role="combobox"]'
const amountField = '[aria-label="Amount"]'
/** A redemption ends at the search, or with a used coupon’s discount at the pad. */
const nextCustomer = `${search}, ${amountField}`
