/** Offers a new version when there is one, and only then (docs/trust.md 33). */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { laptop, phone } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { readTakeovers, untouched, watchTakeovers } from './support/takeover.ts'
import { startUpdatingServer, type UpdatingServer } from './support/updating-server.ts'

let server: UpdatingServer
test.beforeEach(async ({ app }) => {
  server = await startUpdatingServer(app.url)
})
test.afterEach(() => server.close())

const offer = (page: Page) => page.getByText('New version available')

/** Waits until a worker controls this page. */
const underWorker = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (!serviceWorker.controller) {
      await new Promise((claimed) => serviceWorker.addEventListener('controllerchange', claimed))
    }
  })

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

/** Waits until the page offers the version of a newer worker. */
async function beOffered(page: Page): Promise<void> {
  await underWorker(page)
  server.update()
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
}

/** Stops the older worker; the next request starts it again. */
async function stopOlderWorker(page: Page): Promise<void> {
  const driver = await page.context().newCDPSession(page)
  const stopped = new Promise<void>((resolve) => {
    driver.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status, runningStatus } of versions) {
        if (status !== 'activated') continue
        if (runningStatus === 'stopped') resolve()
        if (runningStatus === 'running') void driver.send('ServiceWorker.stopWorker', { versionId })
      }
    })
  })
  await driver.send('ServiceWorker.enable')
  await stopped
  await driver.detach()
}

/** Runs in the page: delays the message that tells the newer worker to take over. */
function holdTakeover(): void {
  const { postMessage } = ServiceWorker.prototype
  ServiceWorker.prototype.postMessage = function (message, ...rest: unknown[]) {
    const send = () => Reflect.apply(postMessage, this, [message, ...rest])
    if (message.type === 'SKIP_WAITING') Object.assign(window, { takeOver: send })
    else send()
  }
}

/** Runs in the page: records the messages to the workers, across a reload. */
function keepMessages(): void {
  const { postMessage } = ServiceWorker.prototype
  ServiceWorker.prototype.postMessage = function (message, ...rest: unknown[]) {
    const sent = sessionStorage.getItem('sent')
    sessionStorage.setItem('sent', sent ? `${sent}, ${message.type}` : message.type)
    Reflect.apply(postMessage, this, [message, ...rest])
  }
}

/** Runs in the page: sends the message, and waits until the newer worker has taken over. */
async function releaseTakeover(): Promise<void> {
  const takenOver = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve)
  })
  const held = window as unknown as { takeOver: () => void }
  held.takeOver()
  await takenOver
}

test(
  'offers a new version when the worker has changed, not in a fresh browser',
  deep,
  async ({ page }) => {
    await page.goto(`${server.url}/login`)
    // Reloads during the installation of the first worker, which the reloaded page did not register
    // itself.
    await page.reload()
    await underWorker(page)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await lookForUpdate(page)
    await expect(offer(page)).toHaveCount(0)
    await page.reload()
    await underWorker(page)
    await lookForUpdate(page)
    await expect(offer(page)).toHaveCount(0)

    await watchTakeovers(page)
    server.update()
    await lookForUpdate(page)
    await expect(offer(page)).toBeVisible()
    expect(await readTakeovers(page)).toEqual(untouched)
    const other = await page.context().newPage()
    await other.goto(`${server.url}/login`)
    await expect(offer(other)).toBeVisible()
    await watchTakeovers(other)

    const update = page.getByRole('button', { name: 'Update' })
    await update.evaluate((button) => {
      addEventListener('pagehide', () => {
        sessionStorage.setItem('was busy', String(button.ariaBusy))
      })
    })
    const reloaded = page.waitForEvent('load')
    await update.click()
    await reloaded
    expect(await page.evaluate(() => sessionStorage.getItem('was busy'))).toBe('true')
    await underWorker(page)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    // The other page keeps its content and the offer.
    const takenOver = { takeovers: 1, isNewerWaiting: false }
    await expect.poll(() => readTakeovers(other).catch(() => null)).toEqual(takenOver)
    await expect(offer(other)).toBeVisible()
  },
)

test(
  'offers the second version on the page that installed the first',
  deep,
  async ({ browser }) => {
    const page = await browser.newPage()
    await page.goto(`${server.url}/login`)
    await underWorker(page)
    await expect(offer(page)).toHaveCount(0)
    server.update()
    await lookForUpdate(page)
    await expect(offer(page)).toBeVisible()
    await page.context().close()
  },
)

test(
  'the counter’s page matches the running version, while a newer one waits and after the update',
  deep,
  async ({ app, page }) => {
    const newer = page.locator('html[data-newer]')
    await signIn(page, server, app.staff, '/counter')
    await beOffered(page)
    await page.reload()
    await expect(offer(page)).toBeVisible()
    await expect(newer).toHaveCount(0)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(newer).toHaveCount(1)
    const pageCaches = async () =>
      (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('pages '))
    await expect.poll(pageCaches).toEqual([expect.stringContaining('newer')])
  },
)

test(
  'the update chip covers no end of a page and does not move the sidebar',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(laptop)
    await signIn(page, server, app.owner, '/business-dashboard')
    await beOffered(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect((await page.getByRole('complementary').first().boundingBox())?.y).toBe(0)
    const chip = await page
      .getByRole('status')
      .filter({ has: offer(page) })
      .boundingBox()
    const end = await page.getByRole('main').evaluate((main) => {
      return (
        main.getBoundingClientRect().bottom -
        Number.parseFloat(getComputedStyle(main).paddingBottom)
      )
    })
    expect(end).toBeLessThanOrEqual(chip?.y ?? 0)
  },
)

test(
  'on a phone the update chip covers neither the banner at the end of the counter nor the end of a form',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(phone)
    await signIn(page, server, app.staff, '/counter')
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
    await beOffered(page)
    const chip = page.getByRole('status').filter({ has: offer(page) })
    const expectNotCovered = async (last: Locator) => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const [box, over] = [await last.boundingBox(), await chip.boundingBox()]
      if (!box || !over) throw new Error('One of the two is not on the screen')
      const isAbove = box.y + box.height <= over.y
      expect(isAbove || over.y + over.height <= box.y).toBe(true)
    }
    await page.context().setOffline(true)
    const retry = page.getByRole('button', { name: 'Retry Now' })
    await expect(retry).toBeVisible()
    await expectNotCovered(retry)
    await page.context().setOffline(false)
    await page.context().clearCookies()
    await page.goto(`${server.url}/signup`)
    await expect(chip).toBeVisible()
    await expectNotCovered(page.getByRole('contentinfo').getByRole('link', { name: 'Sign in' }))
  },
)

test(
  'an update applies at once during calls, with the older worker stopped',
  deep,
  async ({ app, page }) => {
    await signIn(page, server, app.staff, '/counter')
    await beOffered(page)
    await stopOlderWorker(page)
    await page.evaluate(keepMessages)
    await page.getByRole('button', { name: 'Update' }).evaluate((button: HTMLElement) => {
      /** Repeats until the page is left. */
      const call = (): void => void fetch('/healthz').finally(() => setTimeout(call, 3))
      for (let i = 0; i < 6; i++) call()
      button.click()
    })
    await expect(page.locator('html[data-newer]')).toHaveCount(1)
    // The page wakes the older worker first, because one that is still starting is not asked to
    // end.
    expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe('WAKE, SKIP_WAITING')
  },
)

test(
  'an update in progress does not reload a sale started in between, and is offered again',
  deep,
  async ({ app, page }) => {
    await signIn(page, server, app.staff, '/counter')
    await beOffered(page)
    await page.evaluate(holdTakeover)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel('Amount').fill('34.04')
    await page.waitForFunction(() => 'takeOver' in window)
    await page.evaluate(releaseTakeover)
    // A reload would have started by now and removed the amount.
    await page.evaluate(() => fetch('/healthz'))
    await expect(page.getByLabel('Amount')).toHaveValue('34.04')
    await page.getByRole('button', { name: 'Back to search' }).click()
    const update = page.getByRole('button', { name: 'Update' })
    await expect(update).not.toHaveAttribute('aria-busy', 'true')
    await update.click()
    await expect(page.locator('html[data-newer]')).toHaveCount(1)
  },
)

test(
  'an update in progress does not reload a dialog opened in between',
  deep,
  async ({ app, page }) => {
    await signIn(page, server, app.owner, '/business-dashboard')
    await beOffered(page)
    await page.evaluate(holdTakeover)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('button', { name: 'Sign Up Customer' }).click()
    const firstName = page.getByRole('dialog').getByLabel('First name')
    await firstName.fill('Ottilie')
    await page.waitForFunction(() => 'takeOver' in window)
    await page.evaluate(releaseTakeover)
    // A reload would have started by now.
    await page.evaluate(() => fetch('/healthz'))
    await expect(firstName).toHaveValue('Ottilie')
    await page.keyboard.press('Escape')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update' }).click()
    await reloaded
  },
)

test(
  'hides the offer of a new version while a form is half filled, and shows it after saving',
  deep,
  async ({ app, page }) => {
    await signIn(page, server, app.owner, '/business-dashboard/program')
    await beOffered(page)
    await page.getByLabel('Points per dollar').fill('2')
    await expect(offer(page)).toBeHidden()
    await page.getByRole('button', { name: 'Save Program' }).click()
    await expect(offer(page)).toBeVisible()
  },
)

test(
  'the kill switch removes the worker and its files, and keeps saved work',
  deep,
  async ({ app, page }) => {
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await page.goto(`${app.url}/login`)
    await underWorker(page)
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('kept-work')
          opening.onsuccess = () => resolve()
          opening.onerror = () => reject(opening.error)
        }),
    )
    await app.kill()
    await app.start({ SERVICE_WORKER: 'off' })

    // The page still comes from the worker's cache; its new script removes the worker.
    await page.reload()
    await expect.poll(() => workers().catch(() => -1)).toBe(0)
    // When the worker ends, it reloads the page at an unknown time.
    const kept = () =>
      page.evaluate(async () => ({
        files: await caches.keys(),
        databases: (await indexedDB.databases()).map(({ name }) => name),
      }))
    await expect
      .poll(() => kept().catch(() => null))
      .toEqual({ files: [], databases: expect.arrayContaining(['kept-work']) })
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()

    await app.kill()
    await app.start()
  },
)
