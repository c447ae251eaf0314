/**
 * The name and the look of the till's business, for its lock screen: before the first unlock, the
 * till may not pull the business's rows.
 */
import * as z from 'zod/mini'
import { business } from '#schema/contract/business.ts'

const tillBrand = z.pick(business, {
  name: true,
  logoUrl: true,
  primaryColor: true,
  secondaryColor: true,
  accentColor: true,
})
export type TillBrand = z.infer<typeof tillBrand>

const brandName = 'regulars-till-brand'

export function keepTillBrand(brand: TillBrand): void {
  try {
    localStorage.setItem(brandName, JSON.stringify(tillBrand.parse(brand)))
  } catch {
    // Storage is off: the lock screen has the product's look until the first unlock.
  }
}

export function readTillBrand(): TillBrand | null {
  try {
    const kept = tillBrand.safeParse(JSON.parse(localStorage.getItem(brandName) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

export function forgetTillBrand(): void {
  try {
    localStorage.removeItem(brandName)
  } catch {
    // Storage is off: nothing to remove.
  }
}
