/** The fields that every person has, and the sentences that say what is wrong with them. */
import * as z from 'zod/mini'
import { tidyAddress, toMailed } from './email-address.ts'
import { limits } from './limits.ts'
import { digitsOf, plainText, visibleName, visiblePhone } from './typed-text.ts'

function personName(label: string) {
  return z
    .string(`${label} is required`)
    .check(
      z.overwrite(visibleName),
      z.minLength(1, `${label} is required`),
      z.maxLength(limits.personNameLength, `Use ${limits.personNameLength} characters or fewer`),
    )
}

export const firstName = personName('First name')
export const lastName = personName('Last name')

/** Kept without what people put around it; compared by its key, see `emailKey` on the server. */
export const email = z.string('Email is required').check(
  z.overwrite(tidyAddress),
  z.minLength(1, 'Email is required'),
  z.maxLength(limits.emailLength, `Use ${limits.emailLength} characters or fewer`),
  z.refine((address) => toMailed(address) !== null, 'Enter a valid email, like name@example.com'),
)

/** Kept as it looked when it was typed (decision 265), judged by what a plain keyboard types. Empty means none. */
export const phone = z.string('Enter a phone number like +1 555 010 0199').check(
  z.overwrite(visiblePhone),
  z.maxLength(limits.phoneLength, `Use ${limits.phoneLength} characters or fewer`),
  z.refine(
    (text) => text === '' || isPhoneNumber(text),
    'Enter a phone number like +1 555 010 0199',
  ),
)

function isPhoneNumber(text: string): boolean {
  const { length } = digitsOf(text)
  const isLongEnough = length >= limits.phoneDigitsMin && length <= limits.phoneDigitsMax
  return isLongEnough && /^\(?\+?[\d\s()./-]+$/.test(plainText(text))
}

export const optionalPhone = z.optional(z.nullable(phone))
