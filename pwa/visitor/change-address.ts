/**
 * Gives a member's page a new address. The new key is created and stored here before the request,
 * so that a lost answer locks no one out: the page opens under whichever of the two is in force.
 */
import { v4 } from 'uuid'
import { callAsMember } from '#pwa/api/member-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { database } from '#pwa/visitor/database.ts'
import { hasEarlierStorage } from '#pwa/visitor/earlier-storage.ts'

const kept = (customerId: string) => `new address of ${customerId}`

/**
 * @returns the address in force.
 * @throws NoAnswer, CallRefused: the old one may still be in force
 */
export async function changeAddress(customerId: string): Promise<string> {
  const id = localStorage.getItem(kept(customerId)) ?? v4()
  localStorage.setItem(kept(customerId), id)
  try {
    await callAsMember('customer.changeAddress', { params: { customerId }, body: { id } })
  } catch (error) {
    const isGone = error instanceof CallRefused && error.status === 404
    // An earlier try succeeded but its answer was lost, so the old address has ended.
    if (!isGone || !(await opens(id))) throw error
  }
  await moveTo(customerId, id)
  localStorage.removeItem(kept(customerId))
  return id
}

async function opens(customerId: string): Promise<boolean> {
  return callAsMember('customer.page', { params: { customerId } }).then(
    () => true,
    () => false,
  )
}

/** Moves this phone's stored page and unsent rows to the new address. */
async function moveTo(customerId: string, id: string): Promise<void> {
  const { operations, pages } = database
  await database.transaction('rw', operations, pages, async () => {
    const page = await pages.get(customerId)
    if (page) await pages.put({ ...page, customerId: id })
    await pages.delete(customerId)
    const rows = operations.where('customerId').equals(customerId)
    await rows.modify((row) => {
      Object.assign(row, { customerId: id })
    })
  })
}

/** Deletes this member's cards from this phone, after their data was erased. */
export async function forgetMember(memberId: string): Promise<void> {
  if (!(await hasEarlierStorage())) return
  const { operations, pages } = database
  await database.transaction('rw', operations, pages, async () => {
    const theirs = await pages
      .filter(({ page }) => page.customer.memberId === memberId)
      .primaryKeys()
    await operations.where('customerId').anyOf(theirs).delete()
    await pages.bulkDelete(theirs)
  })
}
