/**
 * The conformance table in a browser: in each worker one server, and one context for each role; one
 * page for each visit. Reports all failing rows together; table.test.ts checks those that another
 * journey proves.
 */
import type { BrowserContext } from '@playwright/test'
import { isRow, type Visit } from '#tests/conformance/row.ts'
import { visits } from '#tests/conformance/table.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

// One after the other, the visits would be the last to end, while other workers have nothing left.
test.describe.configure({ mode: 'parallel' })

let app: RunningApp
const contexts = new Map<Visit['as'], BrowserContext>()
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(async () => {
  for (const context of contexts.values()) await context.close()
  await app.close()
})

for (const visit of visits) {
  test(visit.name, async ({ browser }) => {
    let context = contexts.get(visit.as)
    if (!context) {
      context = await browser.newContext({
        ...withoutWorker,
        viewport: desktop,
        reducedMotion: 'reduce',
      })
      contexts.set(visit.as, context)
      if (visit.as !== 'nobody') {
        const page = await context.newPage()
        await signIn(page, app, app[visit.as])
        await page.close()
      }
    }
    const page = await context.newPage()
    // Without this limit a page waits for an address until the visit times out, and that error
    // names no row.
    page.setDefaultNavigationTimeout(90_000)
    const failed: string[] = []
    for (const entry of visit.rows) {
      if (!isRow(entry)) await entry.step({ app, page })
      else if (typeof entry.proof === 'function') {
        const { says, proof } = entry
        await test
          .step(says, () => proof({ app, page }))
          .catch(async (error: unknown) => {
            failed.push(`${says}: ${String(error)}`)
            // The row may have failed with the clock stopped; later rows need a running one.
            await page.clock.resume()
          })
      }
    }
    await page.close()
    expect(failed).toEqual([])
  })
}
