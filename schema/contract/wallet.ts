/** A member's card in the wallet of their phone: where it is added; null where no operator's key is set. */
import * as z from 'zod/mini'

export const wallets = z.object({
  /** Opens Google's own page, which asks and saves. */
  google: z.nullable(z.string()),
  /** A pass file, which an iPhone opens by itself. */
  apple: z.nullable(z.string()),
})
export type Wallets = z.infer<typeof wallets>
