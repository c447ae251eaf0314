/** A business's features in words, and which are on at first (spec.md §2). */
import type { Features } from '#schema/contract/business.ts'

export const featureChoices: readonly {
  name: keyof Features
  label: string
  hint: string
  atFirst: boolean
}[] = [
  {
    name: 'qrCodes',
    label: 'QR generation',
    hint: 'Codes that customers scan to join',
    atFirst: true,
  },
  { name: 'loyalty', label: 'Loyalty program', hint: 'Points and rewards', atFirst: true },
  {
    name: 'whiteLabel',
    label: 'White-label branding',
    hint: 'Its own colors and logo',
    atFirst: false,
  },
  {
    name: 'analytics',
    label: 'Analytics dashboard',
    hint: 'Sign-ups, scans and redemptions',
    atFirst: false,
  },
]
