/**
 * A power cut: data that the screen said was saved was flushed before. The test asks Chromium for
 * each transaction's durability (it flushes only strict ones) and when it completed.
 */
import { deep } from '#tests/support/level.ts'
import { recordPurchase, retryNow, signUpAtCounter } from './support/counter.ts'
import { expect, test } from './support/journey.ts'
import { signInAtDashboard } from './support/sign-in.ts'

declare global {
  interface Window {
    outboxLog: string[]
  }
}

/**
 * Runs in the page: logs every transaction that writes an outbox, and the sentence on the screen.
 */
function logOutbox(): void {
  window.outboxLog = []
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options)
    if (mode !== 'readonly' && transaction.objectStoreNames.contains('outbox')) {
      window.outboxLog.push(`begun ${transaction.durability}`)
      transaction.addEventListener('complete', () => window.outboxLog.push('complete'))
    }
    return transaction
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.textContent?.includes('Purchase recorded')) window.outboxLog.push('said')
      }
    }
  }).observe(document, { childList: true, subtree: true })
}

test(
  'a purchase is on disk before the screen says that it is recorded, and so is later work',
  deep,
  async ({ app, page }) => {
    await page.addInitScript(logOutbox)
    await signInAtDashboard(page, app, app.staff)
    await signUpAtCounter(page, 'Flushed', 'flushed@example.com')
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
    await app.kill()
    await page.evaluate(() => {
      window.outboxLog.length = 0
    })
    await recordPurchase(page, '12.00')
    const asked = await page.evaluate(() => window.outboxLog)
    expect(asked.slice(0, 3)).toEqual(['begun strict', 'complete', 'said'])

    await app.start()
    await page.keyboard.press('Escape')
    await retryNow(page)
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
    const all = await page.evaluate(() => window.outboxLog)
    const promises = all.filter((each) => each.startsWith('begun'))
    expect(promises.length).toBeGreaterThan(1)
    expect(new Set(promises)).toEqual(new Set(['begun strict']))
  },
)
