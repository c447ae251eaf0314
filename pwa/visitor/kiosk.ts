/**
 * This tablet as a kiosk: which sign-up page it shows, and what of other people it must not keep
 * (docs/decisions/0140-kiosk.md). Light, since the landing page asks it too; storage is loaded when
 * it is needed.
 */
import type { SignUpRow } from '#pwa/visitor/database.ts'

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
    // Then it was never kept.
  }
}

/**
 * From now on this tablet is a kiosk. Cards that were opened on it leave it, and what was signed up
 * on it and is still on its way leaves with its answer.
 */
export async function beginKiosk(code: string): Promise<void> {
  const { database } = await loadDatabase()
  const { operations, pages } = database
  await database.transaction('rw', operations, pages, async () => {
    await pages.clear()
    await operations.filter((row) => row.status === 'applied').delete()
    await operations.toCollection().modify((row) => {
      if (row.name === 'customer.signUp') row.till = true
    })
  })
  // Days without a network: the browser should not make room here.
  await navigator.storage?.persist?.().catch(() => false)
  localStorage.setItem(keptCode, code)
}

export interface KioskWork {
  waiting: number
  /** With their names: for whoever of the business is signed in, never for the kiosk itself. */
  refused: SignUpRow[]
}

/** What was signed up on this shared device and has no good end yet. */
export async function readKioskWork(): Promise<KioskWork> {
  const { database } = await loadDatabase()
  const rows = await database.operations.orderBy('seq').toArray()
  const signUps = rows.filter((row) => row.name === 'customer.signUp').filter(({ till }) => till)
  return {
    waiting: signUps.filter(({ status }) => status !== 'refused' && status !== 'applied').length,
    refused: signUps.filter((row) => row.status === 'refused' && !isMemberAlready(row)),
  }
}

/** Who was a member already got their card by mail: nothing is left to do, and nothing to keep. */
export async function forgetKnownMembers(): Promise<void> {
  const { database } = await loadDatabase()
  await database.operations
    .filter((row) => row.name === 'customer.signUp' && row.till && isMemberAlready(row))
    .delete()
}

const isMemberAlready = ({ refusal }: SignUpRow) => refusal?.code === 'already_member'
