/**
 * A browser whose storage never answers, answers too late, or is held by another window: every
 * screen treats it like lost storage and says so.
 */
import type { Page } from '@playwright/test'
import { business } from '#pwa/texts/business.ts'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { tablet } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn, signInOnScreen } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: tablet })

/** Longer than the page's time-out for storage. */
const lateMs = 8_000
const patience = { timeout: 30_000 }

/** Makes storage neither open nor fail, as in some browsers until a restart. */
function neverOpen(): void {
  IDBFactory.prototype.open = () => {
    const request = new EventTarget() as IDBOpenDBRequest
    return Object.assign(request, { onsuccess: null, onerror: null })
  }
}

/** Makes storage open only after the page has given up. */
function openLate(lateMs: number): void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name: string, version?: number) {
    const late = new EventTarget() as IDBOpenDBRequest
    setTimeout(() => {
      const real = open.call(this, name, version)
      const answer = (handler: 'onsuccess' | 'onerror' | 'onupgradeneeded' | 'onblocked') => {
        Object.assign(real, {
          [handler](event: Event) {
            Object.assign(late, { transaction: real.transaction, error: null })
            if (real.readyState === 'done') Object.assign(late, { result: real.result })
            const hear = late[handler] as ((event: Event) => unknown) | null
            hear?.call(late, event)
            document.documentElement.dataset.openedLate = name
          },
        })
      }
      for (const each of ['onsuccess', 'onerror', 'onupgradeneeded', 'onblocked'] as const) {
        answer(each)
      }
    }, lateMs)
    return late
  }
}

const kinds: [kind: string, spoil: (page: Page, app: RunningApp) => Promise<void>][] = [
  ['never opens', async (page) => void (await page.addInitScript(neverOpen))],
  ['opens too late', async (page) => void (await page.addInitScript(openLate, lateMs))],
  ['is held by another window', holdInAnotherWindow],
]

/** Another window holds an earlier version of every database open. */
async function holdInAnotherWindow(page: Page, app: RunningApp): Promise<void> {
  const [staff] = await app.sql`select 'regulars-' || id || '-' || business_id as name from account
    where email = ${app.staff.email}`
  const other = await page.context().newPage()
  await other.goto(`${app.url}/healthz`)
  await other.evaluate(
    (names) =>
      Promise.all(
        names.map(
          (name) =>
            new Promise<void>((resolve) => {
              indexedDB.open(name, 1).onsuccess = () => resolve()
            }),
        ),
      ),
    ['regulars-visitor', 'regulars-device', staff?.name ?? ''],
  )
}

function failuresOf(page: Page): string[] {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(String(error)))
  return failures
}

for (const [kind, spoil] of kinds) {
  test(`a visitor joins and sees their card when storage ${kind}`, deep, async ({ app, page }) => {
    const failures = failuresOf(page)
    await spoil(page, app)
    const email = `${kind.replaceAll(' ', '-')}@example.com`
    await page.goto(app.signUpUrl)
    await page.locator('[name=firstName]').fill('Silas')
    await page.locator('[name=lastName]').fill('Quiet')
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=termsAccepted]').check()
    await page.locator('[name=privacyPolicyAccepted]').check()
    await page.getByRole('button', { name: /^Join/ }).click()
    // Submitted without scripts; the server answers with the card.
    await page.waitForURL(/\/customer\//, patience)
    const [member] = await app.sql<{ count: number }[]>`select count(*)::int as count from customer
      where business_id = ${app.businessId} and email = ${email}`
    expect(member?.count).toBe(1)
    await expect(page.getByText('Silas Quiet').first()).toBeVisible(patience)
    await page.reload()
    await expect(page.getByText('Silas Quiet').first()).toBeVisible(patience)
    if (kind === 'opens too late') {
      await page.locator('html[data-opened-late]').waitFor(patience)
      await expect(page.getByText('Silas Quiet').first()).toBeVisible()
    }
    expect(failures).toEqual([])
  })

  test(
    `the sign-in and the counter tell staff that storage ${kind}`,
    deep,
    async ({ app, page }) => {
      await spoil(page, app)
      await signInOnScreen(page, app, app.staff)
      await expect(page.getByRole('button', { name: business.reload })).toBeVisible(patience)
      await signIn(page, app, app.staff)
      await expect(page.getByRole('button', { name: business.reload })).toBeVisible(patience)
      if (kind !== 'opens too late') return
      await page.locator('html[data-opened-late]').waitFor(patience)
      await expect(page.getByRole('button', { name: business.reload })).toBeVisible()
    },
  )
}
