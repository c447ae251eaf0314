/**
 * The sign-ups that a kiosk still holds. Screens show them live: Dexie would miss later changes if
 * the database were loaded within the query.
 */
import { database, type SignUpRow } from '#pwa/visitor/database.ts'

export interface KioskWork {
  waiting: number
  /** Sign-ups that the browser cleared before they were sent. */
  evicted: number
  /** With names: for a signed-in user of the business, never for the kiosk screen. */
  refused: SignUpRow[]
}

/** Sign-ups made on this shared device that are pending or were refused. */
export async function readKioskWork(): Promise<KioskWork> {
  const rows = await database.operations.orderBy('seq').toArray()
  const signUps = rows.filter((row) => row.name === 'customer.signUp').filter(({ till }) => till)
  return {
    evicted: (await database.meta.get('evicted'))?.unsent ?? 0,
    waiting: signUps.filter(({ status }) => status !== 'refused' && status !== 'applied').length,
    refused: signUps.filter((row) => row.status === 'refused' && !isMemberAlready(row)),
  }
}

/** Existing members already got their card by mail, so their refused sign-ups are deleted. */
export async function forgetKnownMembers(): Promise<void> {
  await database.operations
    .filter((row) => row.name === 'customer.signUp' && row.till && isMemberAlready(row))
    .delete()
}

const isMemberAlready = ({ refusal }: SignUpRow) => refusal?.code === 'already_member'
