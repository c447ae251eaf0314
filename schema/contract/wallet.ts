/**
 * A member's card for the phone's wallet: the links that add it; null if the operator has no key
 * configured.
 */
import * as z from 'zod/mini'

export const wallets = z.object({
  /** Opens Google's own page, which asks and saves. */
  google: z.nullable(z.string()),
  /** A pass file, which iPhones open directly. */
  apple: z.nullable(z.string()),
})
export type Wallets = z.infer<typeof wallets>
