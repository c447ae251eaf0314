/**
 * Identifiers. Entity and operation ids are UUIDv7, made on the device when the button is pressed;
 * a customer's key is UUIDv4 (122 random bits), made on their own phone or by the server.
 */
import * as z from 'zod/mini'
import { isKnownTimeZone } from './day.ts'
import { codeLetters } from './typed-text.ts'

/**
 * Converts ids to lowercase, because ids are compared as text and some platforms print them in
 * uppercase.
 */
export const uuid = z.uuid('This is not a valid id').check(z.toLowerCase())
export const customerKey = z.uuidv4('This is not a valid customer address').check(z.toLowerCase())

/** A sign-up code as printed: letters and digits without 0, O, 1, I. */
export const signUpCode = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{4,64}$/, 'This is not a valid code'))

const printedCode = /^[A-HJ-NP-Z2-9]{10}$/

/** A printed code in any case and grouping, as printed; any other text unchanged. */
export function asPrinted(code: string): string {
  const letters = codeLetters(code)
  return printedCode.test(letters) ? letters : code
}

/** Hex color of a brand, docs/trust.md 32. */
export const color = z
  .string()
  .check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Enter a hex color, like #3B82F6'))

/** 1970 or later, so that every clock and database can represent it. */
export const instant = z.iso
  .datetime({ error: 'This is not a valid time' })
  .check(z.refine((text) => text >= '1970', 'This is not a valid time'))
/**
 * The time on a device's clock: a claim that is never refused. A clock that lost its battery shows
 * 1970 or earlier; the server accepts any readable time and limits its range.
 */
export const claimedInstant = z.string().check(z.maxLength(40))
/** Month and day, '02-29' included. */
export const birthday = z.string('Choose a month and a day').check(
  z.regex(
    /^(0[13578]-(0[1-9]|[12]\d|3[01])|1[02]-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    {
      // An impossible day such as February 30 has both parts.
      error: ({ input }) =>
        /^\d\d-\d\d$/.test(String(input))
          ? 'This month has no such day'
          : 'Choose a month and a day',
    },
  ),
)
export const day = z.iso.date('This is not a valid date')

/** An IANA name that this runtime knows. */
export const timeZone = z
  .string()
  .check(z.maxLength(60), z.refine(isKnownTimeZone, 'Use a time zone like America/New_York'))
