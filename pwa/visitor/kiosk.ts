/**
 * This tablet as a kiosk: the sign-up page it shows, and the data of other people it must not keep
 * (docs/decisions/0140-kiosk.md). Small, because the landing page loads it too; storage is loaded
 * on demand.
 */
const keptCode = 'regulars-kiosk'

const loadDatabase = () => import('#pwa/visitor/database.ts')

export const kioskAddress = (code: string) => `/kiosk/${encodeURIComponent(code)}`

/** @returns the code of the sign-up page that this tablet shows after a restart */
export function kioskCode(): string | null {
  try {
    return localStorage.getItem(keptCode)
  } catch {
    return null
  }
}

export function endKiosk(): void {
  try {
    localStorage.removeItem(keptCode)
  } catch {
    // Storage is off: nothing was stored.
  }
}

/**
 * Turns this tablet into a kiosk. Deletes cards that were opened on it; requests still pending are
 * deleted once answered.
 */
export async function beginKiosk(code: string): Promise<void> {
  const { database } = await loadDatabase()
  const { operations, pages } = database
  await database.transaction('rw', operations, pages, async () => {
    await pages.clear()
    await operations.filter((row) => row.status === 'applied').delete()
    await operations.toCollection().modify({ till: true })
  })
  // A kiosk may be offline for days: asks the browser not to evict its data.
  await navigator.storage?.persist?.().catch(() => false)
  localStorage.setItem(keptCode, code)
}
