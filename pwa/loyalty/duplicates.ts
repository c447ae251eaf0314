/**
 * Finds customers who may be the person being signed up: same e-mail, same phone, or same name with
 * at most one different letter. Works with staff devices' data: masked e-mails and the last four
 * digits.
 */
import { useCallback } from 'react'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { type ShownCustomer, shownCustomers } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { maskEmail } from '#schema/contract/customer.ts'
import { tidyAddress } from '#schema/contract/email-address.ts'
import { foldText, joinedWord } from '#schema/contract/search-text.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'

export interface LikelyDuplicate {
  customer: ShownCustomer
  why: 'email' | 'phone' | 'name'
}
export interface NewPerson {
  firstName: string
  lastName: string
  email: string
  phone: string
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const none: readonly LikelyDuplicate[] = []
const shownMost = 3
const lookedAt = 20

export function useLikelyDuplicates(person: NewPerson): readonly LikelyDuplicate[] {
  const { firstName, lastName, email, phone } = person
  const read = useCallback(
    (view: LoyaltyView) => readLikelyDuplicates(view, { firstName, lastName, email, phone }),
    [firstName, lastName, email, phone],
  )
  return useLive(read, tables, none)
}

export function readLikelyDuplicates(view: LoyaltyView, person: NewPerson): LikelyDuplicate[] {
  const found = new Map<string, LikelyDuplicate>()
  const add = (query: string, why: LikelyDuplicate['why'], is: (row: ShownCustomer) => boolean) => {
    for (const customer of shownCustomers(view, query, lookedAt)) {
      if (is(customer) && !found.has(customer.id)) found.set(customer.id, { customer, why })
    }
  }
  const email = tidyAddress(person.email).toLowerCase()
  const digits = digitsOf(person.phone)
  const name = `${person.firstName} ${person.lastName}`.trim()
  const isFullName = person.firstName.trim() !== '' && person.lastName.trim() !== ''
  // A masked address only counts together with the first name: many share a first letter and a
  // provider.
  if (email.includes('@')) add(email, 'email', (row) => row.email.toLowerCase() === email)
  if (digits.length >= 7) {
    add(
      digits.slice(-4),
      'phone',
      (row) => row.phone !== null && digitsOf(row.phone).endsWith(digits.slice(-4)),
    )
  }
  if (isFullName) add(name, 'name', () => true)
  if (email.includes('@') && person.firstName.trim() !== '') {
    const first = joinedWord(foldText(person.firstName.trim()))
    add(maskEmail(email), 'email', (row) => joinedWord(foldText(row.firstName)).startsWith(first))
  }
  return [...found.values()].slice(0, shownMost)
}
