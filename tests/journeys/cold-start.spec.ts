/** The cold start of the installed counter (docs/decisions/0285, 0290). */
import { deep } from '#tests/support/level.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { startUpdatingServer } from './support/updating-server.ts'

/** Each script costs a slow phone some milliseconds at every start (docs/decisions/0173). */
const scriptsMost = 33
/** Chromium doesn't cache the compiled code of smaller scripts. */
const keptCodeMin = 1024

test('the counter opens without a network, and without waiting for the service worker', async ({
  app,
  till,
}) => {
  const page = await till.open()
  await signIn(page, app, app.staff, '/counter')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  await till.kill()
  await till.reopen()
  const counter = await till.open(`${app.url}/counter`)
  await expect(counter.getByRole('option').first()).toBeVisible()
  const sources = await counter.evaluate(() => {
    const page = performance.getEntriesByType('navigation')
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$/.test(name))
    // Chromium's own property: the source that answered under a static route.
    return [...page, ...scripts].map((entry) => Reflect.get(entry, 'workerFinalSourceType'))
  })
  expect(sources.length).toBeGreaterThan(10)
  expect(new Set(sources)).toEqual(new Set(['cache']))

  // With a query string, the address matches no static route.
  const asked = await till.open(`${app.url}/counter?do=scan`)
  await expect(asked.getByRole('heading', { name: /scan/i })).toBeVisible()
})

test(
  'calls to the server bypass the service worker; the app’s files go through it',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.staff, '/counter')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    await page.evaluate(async () => {
      // The browser records an entry once a page has read the whole response.
      for (const path of ['/healthz', '/favicon.svg']) await (await fetch(path)).text()
    })
    // Chromium's own property: the source that a static route named; empty if no route matched.
    const sourcesOf = (path: string) =>
      page.evaluate(
        (path) =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => new URL(name).pathname.startsWith(path))
            .map((entry) => Reflect.get(entry, 'workerMatchedSourceType')),
        path,
      )
    // The entry may appear a moment after the response.
    const expectSource = (path: string, source: string) =>
      expect.poll(async () => new Set(await sourcesOf(path))).toEqual(new Set([source]))
    await expectSource('/api/', 'network')
    await expect.poll(() => sourcesOf('/healthz')).toEqual(['network'])
    await expectSource('/favicon.svg', 'fetch-event')
  },
)

test(
  'the counter opens offline even if a proxy’s Vary header names more than the encoding',
  deep,
  async ({ app, page }) => {
    const proxy = await startUpdatingServer(app.url, { vary: 'Accept, Origin' })
    await signIn(page, proxy, app.staff, '/counter')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await proxy.close()
    for (const address of ['/counter', '/counter?']) {
      await page.goto(proxy.url + address)
      await expect(page.getByRole('option').first()).toBeVisible()
    }
  },
)

test('the counter loads few scripts, each marked for eager compilation', async ({
  app,
  request,
}) => {
  const html = await (await request.get(`${app.url}/counter`)).text()
  const scripts = html.match(/\/assets\/[^"]+\.js/g) ?? []
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.length).toBeLessThanOrEqual(scriptsMost)
  for (const script of scripts) {
    const text = await (await request.get(app.url + script)).text()
    if (text.length < keptCodeMin) continue
    expect(text.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad')
  }
})
