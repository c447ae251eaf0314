/**
 * Money in US dollars: decimal strings with two places outside, integer cents inside, never floats.
 */
import * as z from 'zod/mini'
import { boundText, limits } from './limits.ts'
import { plainText } from './typed-text.ts'

/** '12', '12.5' and '12.50' are amounts; '12.505', '1e3' and '-1' are not. */
export const amount = z.string('Enter an amount, such as 12.50').check(
  z.overwrite(plainText),
  z.trim(),
  z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount, such as 12.50'),
  z.refine((text) => toCents(text) > 0, 'Enter an amount greater than $0.00'),
  z.refine(
    (text) => toCents(text) <= limits.purchaseCentsMax,
    `The maximum is $${boundText(limits.purchaseCentsMax / 100)}`,
  ),
)

/** @param text a decimal string with at most two places @returns whole cents */
export function toCents(text: string): number {
  const [whole = '0', fraction = ''] = text.trim().split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}

/** @param cents whole cents, negative allowed @returns a decimal string with two places */
export function fromCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}
