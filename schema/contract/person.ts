/** The fields that every person has, with their error messages. */
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

/**
 * Stored without the text people put around it; compared by its key, see `emailKey` on the server.
 */
const address = z.string('Email is required').check(
  z.overwrite(tidyAddress),
  z.maxLength(limits.emailLength, `Use ${limits.emailLength} characters or fewer`),
  z.refine(
    (text) => text === '' || toMailed(text) !== null,
    'Enter a valid email, like name@example.com',
  ),
)

export const email = address.check(z.minLength(1, 'Email is required'))

/** Empty for someone without one. */
export const optionalEmail = z._default(address, '')

/** Stored as it looked when typed (decision 265), validated as plain text. Empty means none. */
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
