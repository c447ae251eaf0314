/**
 * At twice the text size on a phone every screen fits its width, no name is squeezed out, and no
 * search hint is cut off (WCAG 2.2, 1.4.4 and 1.4.10). Held sideways, a phone keeps its layout.
 */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, phone, sidewaysPhone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { type Screen, screens } from './support/screens.ts'
import { signIn } from './support/sign-in.ts'

interface Fault {
  what: string
  text: string | null
}

/** Runs in the page. */
function findFaults(): Fault[] {
  const faults: Fault[] = []
  const width = document.documentElement.scrollWidth
  if (width > innerWidth) faults.push({ what: `the page is ${width} wide`, text: null })
  for (const each of document.querySelectorAll<HTMLElement>(
    ':is(.truncate, .line-clamp-2):not([aria-hidden=true] *)',
  )) {
    const isShown = each.checkVisibility() && each.textContent !== ''
    const em = Number.parseFloat(getComputedStyle(each).fontSize)
    const room = each.getBoundingClientRect().width
    const cut = each.scrollWidth > each.clientWidth || each.clientHeight < each.scrollHeight
    if (isShown && cut && room < 4 * em) faults.push({ what: 'squeezed', text: each.textContent })
  }
  for (const act of document.querySelectorAll<HTMLElement>(
    ':is(button, select, input):not([aria-hidden=true] *, [role=tablist] *)',
  )) {
    const { left, right, width: own } = act.getBoundingClientRect()
    const isOff = own > 1 && (Math.round(right) > innerWidth || left < 0)
    if (isOff && act.checkVisibility())
      faults.push({ what: 'beyond the edge', text: act.textContent })
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
    const hint = getComputedStyle(field, '::placeholder')
    if (!pen || !field.checkVisibility()) continue
    if (field.type === 'text' && field.inputMode !== 'search') continue
    pen.font = `${hint.fontWeight} ${hint.fontSize} ${fontFamily}`
    const room =
      field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (pen.measureText(field.placeholder).width > room + 1) {
      faults.push({ what: 'hint cut off', text: field.placeholder })
    }
  }
  return faults
}

async function expectRoom(page: Page, url: string, all: Screen[]) {
  test.setTimeout(all.length * 60_000)
  await page.setViewportSize(phone)
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const style = new CSSStyleSheet()
      style.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets.push(style)
    })
  })
  for (const { name, path, ready, act } of all) {
    await page.goto(url + path)
    await ready(page)
    await act?.(page)
    await expect.soft(page.locator('html'), name).toHaveCSS('font-size', '32px')
    await expect
      .soft(async () => expect(await page.evaluate(findFaults), name).toEqual([]))
      .toPass({ timeout: 5000 })
  }
}

test.use(withoutWorker)

test('public screens have room for large text', deep, ({ app, page }) =>
  expectRoom(page, app.url, screens.visitor),
)

test('an owner’s screens have room for large text', deep, async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await expectRoom(page, app.url, screens.owner)
})

test('the counter’s screens have room for large text', deep, async ({ app, page }) => {
  await signIn(page, app, app.staff)
  await expectRoom(page, app.url, screens.staff)
})

test('a super admin’s screens have room for large text', deep, async ({ app, page }) => {
  await signIn(page, app, app.superAdmin)
  await expectRoom(page, app.url, screens.superAdmin)
})

test(
  'a phone held sideways gets the phone’s menu in place of the sidebar',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(sidewaysPhone)
    await signIn(page, app, app.owner)
    await expect(page.getByText(/@example.com/).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Analytics' }).click()
    await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  },
)

test('the menu shows at its edges where it scrolls on', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, app.owner, '/business-dashboard/settings')
  await page.getByRole('button', { name: 'More' }).click()
  const links = page.getByRole('dialog').getByRole('navigation')
  await expect(links.getByRole('link', { name: 'Home' })).toBeInViewport({ ratio: 1 })
  const box = await links.boundingBox()
  if (!box) throw new Error('The menu has no box')
  // Left of the links, where there is only the background.
  const edge = (y: number) =>
    page.screenshot({ clip: { x: box.x + 2, y, width: 4, height: 8 }, animations: 'disabled' })
  const edges = async () => [await edge(box.y), await edge(box.y + box.height - 8)] as const
  const [plain, shaded] = await edges()
  expect(shaded.equals(plain)).toBe(false)
  await links.evaluate((list) => list.scrollTo({ top: list.scrollHeight, behavior: 'instant' }))
  await expect(async () => {
    const [top, bottom] = await edges()
    expect([top.equals(plain), bottom.equals(plain)]).toEqual([false, true])
  }).toPass({ timeout: 5000 })
})

test(
  'a phone’s bar marks the open place, or More if the place is behind it',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(phone)
    await signIn(page, app, app.owner)
    const bar = page.locator('[data-foot-bar]')
    const colorOf = (name: string) =>
      bar
        .getByRole(name === 'More' ? 'button' : 'link', { name })
        .evaluate((item) => getComputedStyle(item).color)
    await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    const marked = await colorOf('Home')
    expect(await colorOf('More')).not.toBe(marked)
    await page.goto(`${app.url}/business-dashboard/analytics`)
    await expect(bar.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
    expect(await colorOf('More')).toBe(marked)
  },
)

test('a phone shows that a sign-up at the counter is saved', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, app.staff)
  await page.goto(`${app.url}/counter`)
  await page.getByRole('button', { name: 'New Member' }).click()
  await page.getByLabel('First name').fill('Leocadia')
  await page.getByLabel('Last name').fill('Narrow')
  await page.getByLabel('Email').first().fill('leocadia.narrow@example.com')
  await page.getByRole('button', { name: 'Accept and Sign Up' }).click()
  const member = page.getByRole('region', { name: 'Leocadia Narrow' })
  await expect(member.getByText('Signed up', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(member.getByRole('button', { name: 'Record Purchase' })).toBeInViewport({ ratio: 1 })
})

test(
  'rows are 48 px high on a desktop and 64 px on a phone, also one that waits to be synced',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(desktop)
    await signIn(page, app, app.owner)
    const customers = page
      .getByRole('table', { name: 'Customers' })
      .getByRole('row')
      .filter({ hasText: '@example.com' })
    // A device that can't push doesn't pull either, so its first pull comes first.
    await expect(customers.nth(1)).toBeVisible()
    await page.route('**/api/sync/push', (route) => route.abort())
    await signUpAtCounter(page, 'Waits', 'waits-a-while-for-the-network@example.com')
    await page.keyboard.press('Escape')
    const heights = (rows: Locator) =>
      rows.evaluateAll((all) => [...new Set(all.map((row) => Math.round(row.clientHeight)))])
    await expect(customers.filter({ hasText: 'Saved on device' })).toHaveCount(1)
    // Each row also has a border of 1 px.
    await expect.poll(() => heights(customers)).toEqual([47])
    await page.setViewportSize(phone)
    await expect.poll(() => heights(customers)).toEqual([63])
    await page.goto(`${app.url}/counter`)
    const members = page.getByRole('option')
    await expect(members.filter({ hasText: 'Saved on device' })).toHaveCount(1)
    await expect(members.filter({ hasText: '@' }).nth(1)).toBeVisible()
    // Finds the row by its name, because its badge changes while it is being sent.
    const [waits] = await heights(members.filter({ hasText: 'Waits' }))
    const [saved] = await heights(members.filter({ hasText: '@' }).nth(1))
    expect(waits).toBe(saved)
  },
)

test('a name of two lines pushes the next row down', deep, async ({ app, page }) => {
  await app.sql`update customer set first_name = 'Maximiliana-Theodora Wilhelmine',
      last_name = 'von Hohenfels-Lichtenberg zu Sonnenau'
    where business_id = ${app.businessId} and erased_at is null`
  await page.setViewportSize(phone)
  await signIn(page, app, app.owner)
  const rows = page
    .getByRole('table', { name: 'Customers' })
    .getByRole('row')
    .filter({ hasText: 'Maximiliana' })
  await expect(rows.first()).toBeVisible()
  await expect
    .poll(async () => {
      const boxes = await rows.evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
      )
      const sorted = boxes.toSorted((one, other) => one.y - other.y)
      const gaps = sorted.slice(1).map(({ y }, at) => Math.round(y - (sorted[at]?.bottom ?? 0)))
      return { isLong: sorted.some(({ height }) => height > 64), gaps: [...new Set(gaps)] }
    })
    .toEqual({ isLong: true, gaps: [0] })
})

test(
  'a phone shows the activity log in short rows, below one filter button',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(phone)
    await signIn(page, app, app.owner, '/business-dashboard/audit-log')
    const sale = page.getByRole('row', { name: /Recorded a purchase/ }).first()
    // The act, the person and the time in one cell; a wide screen has the network, too.
    await expect(sale.getByRole('cell')).toHaveCount(1)
    const personAndTime = sale.locator('p').filter({ has: page.locator('time') })
    await expect(personAndTime).toBeVisible()
    await expect(personAndTime).toHaveText(/^\S.* \d+:\d\d [AP]M$/)
    const person = page.getByLabel('Person')
    await expect(person).toBeHidden()
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(person).toBeVisible()
  },
)

test(
  'the Spanish words of a member’s tabs and of the list’s filters fit a phone',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(desktop)
    await signIn(page, app, app.owner)
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByText('Total de clientes').waitFor()
    await page.setViewportSize(phone)
    for (const name of ['Filtrar clientes', 'Ordenar clientes']) {
      const filter = page.getByRole('combobox', { name })
      const spare = () =>
        filter.evaluate((select: HTMLSelectElement) => {
          const { fontWeight, fontSize, fontFamily, ...look } = getComputedStyle(select)
          const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
          pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
          const padding = Number.parseFloat(look.paddingLeft) + Number.parseFloat(look.paddingRight)
          const words = select.selectedOptions[0]?.text ?? ''
          return select.clientWidth - padding - pen.measureText(words).width
        })
      await expect.poll(spare, name).toBeGreaterThanOrEqual(0)
    }
    await page.getByRole('row').filter({ hasText: '@example.com' }).first().click()
    const tabs = page.getByRole('dialog').getByRole('tablist')
    await expect(tabs.getByRole('tab').last()).toBeInViewport()
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  },
)
