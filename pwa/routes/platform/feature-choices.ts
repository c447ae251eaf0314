/** The features of a business, and their defaults. */
import type { Features } from '#schema/contract/business.ts'

export const featureChoices: readonly { name: keyof Features; atFirst: boolean }[] = [
  { name: 'qrCodes', atFirst: true },
  { name: 'loyalty', atFirst: true },
  { name: 'whiteLabel', atFirst: false },
  { name: 'analytics', atFirst: false },
]
