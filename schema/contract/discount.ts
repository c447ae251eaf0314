/** A coupon's discount, as rewards and campaigns define it: a percentage, or dollars. */
import * as z from 'zod/mini'
import { plainText } from './typed-text.ts'

export const discountType = z.enum(['percentage', 'fixed'])

/** '15.00' means 15 % or $15.00, depending on the type. */
const discountValue = z.string('Enter a discount like 10 or 2.50').check(
  z.overwrite(plainText),
  z.trim(),
  z.regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Enter a discount like 10 or 2.50', abort: true }),
  z.refine((text) => Number(text) > 0, 'The discount must be more than zero'),
)

export interface Discount {
  discountType: z.infer<typeof discountType>
  discountValue: string
  /** A dollar amount is the price of an item given away. Absent in rows of an earlier app. */
  freeItem?: boolean | undefined
}

/** Fields shared by everything that gives a discount. */
export const discountTerms = { discountType, discountValue }

/** A discount is at most 100 %. */
export const atMostAll = z.refine<Partial<Discount>>(
  ({ discountType: type, discountValue: value }) => type !== 'percentage' || Number(value) <= 100,
  {
    path: ['discountValue'],
    error: 'A percentage can be at most 100',
    // Runs even if other fields are invalid: a form marks all of them at once.
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.every(({ path }) => path?.length && path[0] !== 'discountValue'),
  },
)

/** For changes: the type gives the value its meaning, so both change together. */
export const wholeDiscount = z.refine<Partial<Discount>>(
  ({ discountType: type, discountValue: value }) => (type === undefined) === (value === undefined),
  { path: ['discountValue'], error: 'Give the kind of discount together with its value' },
)

/** @returns the cents to pay; the discount itself is rounded to the nearest cent */
export function discountedCents(cents: number, of: Discount): number {
  const value = Number(of.discountValue)
  const off = of.discountType === 'percentage' ? Math.round((cents * value) / 100) : value * 100
  return Math.max(0, cents - Math.round(off))
}

/** @returns '15%' or '$15.00' */
export function discountText(of: Discount): string {
  const value = Number(of.discountValue)
  if (of.discountType === 'percentage') return `${value}%`
  return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
