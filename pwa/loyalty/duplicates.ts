/**
 * Finds customers who may be the person being signed up: same e-mail, same phone, or same name with
 * at most one different letter. Staff devices hold masked e-mails and the last four digits, which
 * say less, so they are named and come last.
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
  why: 'email' | 'phone' | 'name' | 'lastDigits' | 'likeEmail'
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
/** A number with fewer digits is masked, or still being typed. */
const wholeNumber = 7
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
  if (email.includes('@')) add(email, 'email', (row) => row.email.toLowerCase() === email)
  const addByPhone = (why: 'phone' | 'lastDigits') => {
    if (digits.length < wholeNumber) return
    add(digits.slice(-4), why, (row) => likenessOf(digits, digitsOf(row.phone ?? '')) === why)
  }
  addByPhone('phone')
  if (isFullName) add(name, 'name', () => true)
  addByPhone('lastDigits')
  // A masked address only counts together with the first name: many share a first letter and a
  // provider.
  if (email.includes('@') && person.firstName.trim() !== '') {
    const first = joinedWord(foldText(person.firstName.trim()))
    add(maskEmail(email), 'likeEmail', (row) =>
      joinedWord(foldText(row.firstName)).startsWith(first),
    )
  }
  return [...found.values()].slice(0, shownMost)
}

/** One of two equal numbers may have a country code, and the other the zero before its area code. */
function likenessOf(typed: string, known: string): 'phone' | 'lastDigits' | null {
  const [one, other] = [typed.replace(/^0+/, ''), known.replace(/^0+/, '')]
  if (known.length >= wholeNumber) {
    return one.endsWith(other) || other.endsWith(one) ? 'phone' : null
  }
  return known !== '' && typed.endsWith(known) ? 'lastDigits' : null
}
