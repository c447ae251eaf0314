/** A reward: what points buy (spec.md §3). */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'

export const discountType = z.enum(['percentage', 'fixed'])

export const reward = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  pointsRequired: z.number(),
  discountType,
  /** '15.00' is 15 % or $15.00, by `discountType`. */
  discountValue: z.string(),
  isActive: z.boolean(),
  expiryDate: z.nullable(instant),
})
export type Reward = z.infer<typeof reward>

/** @returns '15%' or '$15.00' (spec.md §2: percentage shown as N%, otherwise USD) */
export function discountText(of: Pick<Reward, 'discountType' | 'discountValue'>): string {
  const value = Number(of.discountValue)
  if (of.discountType === 'percentage') return `${value}%`
  return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
