/** What a coupon takes off, as rewards and campaigns set it: so many percent, or so many dollars. */
import * as z from 'zod/mini'
import { plainText } from './typed-text.ts'

export const discountType = z.enum(['percentage', 'fixed'])

/** '15.00' is 15 % or $15.00, by its type. */
const discountValue = z.string('Enter a discount like 10 or 2.50').check(
  z.overwrite(plainText),
  z.trim(),
  z.regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Enter a discount like 10 or 2.50', abort: true }),
  z.refine((text) => Number(text) > 0, 'The discount must be more than zero'),
)

export interface Discount {
  discountType: z.infer<typeof discountType>
  discountValue: string
}

/** Fields of whatever gives a discount. */
export const discountTerms = { discountType, discountValue }

/** 100 % is the most that anyone can get off. */
export const atMostAll = z.refine<Partial<Discount>>(
  ({ discountType: type, discountValue: value }) => type !== 'percentage' || Number(value) <= 100,
  {
    path: ['discountValue'],
    error: 'A percentage can be at most 100',
    // Whatever is wrong with other fields: a form marks all of them at once.
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.every(({ path }) => path?.length && path[0] !== 'discountValue'),
  },
)

/** Of changes: a discount changes whole, because its type gives its value a meaning. */
export const wholeDiscount = z.refine<Partial<Discount>>(
  ({ discountType: type, discountValue: value }) => (type === undefined) === (value === undefined),
  { path: ['discountValue'], error: 'Give the kind of discount together with its value' },
)

/** @returns '15%' or '$15.00' (docs/product.md: percentage shown as N%, otherwise USD) */
export function discountText(of: Discount): string {
  const value = Number(of.discountValue)
  if (of.discountType === 'percentage') return `${value}%`
  return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
