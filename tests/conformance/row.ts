/**
 * A row of the conformance table: a statement about the product and the check that proves it in a
 * browser. Rows of one visit share a page; a step between them is a person's action.
 */
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { RunningApp } from '#tests/journeys/support/app.ts'

export interface World {
  app: RunningApp
  page: Page
}

export type Check = (world: World) => Promise<unknown>

/** A journey that proves the row: its test must exist and contain these words. */
export interface ProvenBy {
  file: string
  test: string
  words: string
}

export interface Row {
  says: string
  proof: Check | ProvenBy
  /** For a deviation from the specification: its entry in docs/specification.md. */
  differs?: string
}

export type Step = { step: Check }

export interface Visit {
  name: string
  as: 'nobody' | 'superAdmin' | 'owner' | 'staff'
  rows: (Row | Step)[]
}

export function row(says: string, proof: Check | ProvenBy, differs?: string): Row {
  return { says, proof, ...(differs !== undefined && { differs }) }
}

/** Several statements, each proved by one look at the page. */
export function rows(statements: Record<string, Check>): Row[] {
  return Object.entries(statements).map(([says, proof]) => row(says, proof))
}

export function step(check: Check): Step {
  return { step: check }
}

export function provenBy(file: string, test: string, words: string): ProvenBy {
  return { file, test, words }
}

export function isRow(entry: Row | Step): entry is Row {
  return 'says' in entry
}

// Locators

export type Find = (page: Page) => Locator

export const find = {
  button: (name: string | RegExp): Find => {
    return (page) => page.getByRole('button', { name, ...exactly(name) }).first()
  },
  link: (name: string | RegExp): Find => {
    return (page) => page.getByRole('link', { name, ...exactly(name) }).first()
  },
  heading: (name: string | RegExp): Find => {
    return (page) => page.getByRole('heading', { name, ...exactly(name) }).first()
  },
  field: (label: string | RegExp): Find => {
    return (page) => page.getByLabel(label, exactly(label)).first()
  },
  box: (name: string | RegExp): Find => {
    return (page) => page.getByRole('checkbox', { name }).first()
  },
  text: (words: string | RegExp): Find => {
    return (page) => page.getByText(words, exactly(words)).first()
  },
  dialog: (name: string): Find => {
    return (page) => page.getByRole('dialog', { name, exact: true })
  },
  header: (name: string): Find => {
    return (page) => page.getByRole('columnheader', { name, exact: true }).first()
  },
  /** A figure of a dashboard, by its label. */
  figure: (label: string): Find => {
    return (page) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: label }) })
  },
}

function exactly(words: string | RegExp) {
  return typeof words === 'string' ? { exact: true } : {}
}

export const sees =
  (what: Find): Check =>
  ({ page }) =>
    expect(what(page)).toBeVisible()

export const lacks =
  (what: Find): Check =>
  ({ page }) =>
    expect(what(page)).toHaveCount(0)

export const isDisabled =
  (what: Find): Check =>
  ({ page }) =>
    expect(what(page)).toBeDisabled()

export const holds =
  (what: Find, value: string | RegExp): Check =>
  ({ page }) =>
    expect(what(page)).toHaveValue(value)

export const isWrong =
  (label: string | RegExp): Check =>
  ({ page }) =>
    expect(find.field(label)(page)).toHaveAttribute('aria-invalid', 'true')

export const isAt =
  (address: string | RegExp): Check =>
  ({ app, page }) =>
    expect(page).toHaveURL(typeof address === 'string' ? app.url + address : address)

/** Following this sidebar link opens the screen with this title; then go back. */
export const leadsTo =
  (name: string, title: string | RegExp): Check =>
  async ({ page }) => {
    const before = page.url()
    await page.getByRole('complementary').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
    // Goes back instead of loading the page again, which would take as long as all other rows of
    // the visit.
    if (page.url() !== before) await page.goBack()
    await expect(page).toHaveURL(before)
  }

/**
 * Records every call to the server during `act` and until a later answer has arrived, except the
 * session check that a device makes after an unanswered call, and the poke stream.
 */
export async function askedDuring(
  page: Page,
  act: (allAnswered: () => Promise<void>) => Promise<unknown>,
): Promise<string[]> {
  const asked: string[] = []
  const open = new Set<Request>()
  const hear = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/api\/(?!sync\/pokes$)/.test(pathname)) return
    open.add(request)
    if (pathname !== '/api/auth/session') asked.push(`${request.method()} ${pathname}`)
  }
  const forget = (request: Request) => void open.delete(request)
  page.on('request', hear).on('requestfinished', forget).on('requestfailed', forget)
  await act(() => expect.poll(() => open.size).toBe(0))
  await page.evaluate(async () => (await fetch('/robots.txt')).text())
  page.off('request', hear).off('requestfinished', forget).off('requestfailed', forget)
  return asked
}

/** The visible toast contains these words. */
export const toasts =
  (...words: (string | RegExp)[]): Check =>
  async ({ page }) => {
    const region = page.getByRole('region', { name: 'Notifications' })
    for (const each of words) await expect(region).toContainText(each)
  }

// Actions

export const go = (path: string): Step => step(({ app, page }) => page.goto(app.url + path))

export const press = (what: Find): Step => step(({ page }) => what(page).click())

export const fill = (typed: Record<string, string>): Step =>
  step(async ({ page }) => {
    for (const [label, value] of Object.entries(typed)) {
      await page.getByLabel(label, { exact: true }).first().fill(value)
    }
  })

/** Makes the server refuse without a message; without `status`, it is unreachable. */
export const answerWith = (address: string | RegExp, status: number, body = ''): Step =>
  step(({ page }) =>
    page.route(address, (route) =>
      route.fulfill({
        status,
        headers: { 'Regulars-Api': '1', 'Content-Type': 'application/json' },
        body,
      }),
    ),
  )

/** Changes the server's answer before the page gets it. */
export const changeAnswer = <Answer>(address: string, change: (answer: Answer) => unknown): Step =>
  step(({ page }) =>
    page.route(address, async (route) => {
      const response = await route.fetch()
      const answer = change((await response.json()) as Answer)
      await route.fulfill({ response, json: answer })
    }),
  )

/**
 * Delays the server's answers until the second step, so that the screen's loading state can be
 * checked.
 */
export function hold(address: string): { begin: Step; end: Step } {
  let release = () => {}
  return {
    begin: step(async ({ page }) => {
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(address, async (route) => {
        if (route.request().resourceType() !== 'document') await released
        await route.continue()
      })
    }),
    // Later answers pass too: the route stays, with nothing to wait for.
    end: step(async () => release()),
  }
}

export const answerAsEver = (address: string): Step => step(({ page }) => page.unroute(address))

/** Checks a color by the page's token: green is whatever the theme uses for success. */
export const hasColor =
  (what: Find, token: string): Check =>
  async ({ page }) => {
    const wanted = await page.evaluate((name) => {
      const probe = document.createElement('i')
      probe.style.setProperty('color', `var(${name})`)
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }, token)
    await expect(what(page)).toHaveCSS('color', wanted)
  }
