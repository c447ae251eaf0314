/**
 * A new owner's open setup steps, read from the device's own rows, so they are right offline too.
 */
import { hasOwnBrand, readBusiness } from '#pwa/loyalty/business.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { readRewards } from '#pwa/loyalty/reward.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { Features } from '#schema/contract/business.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

const setUpSteps = ['brand', 'program', 'reward', 'qrCode', 'staff', 'customer'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** The steps that this device can check; only the server knows who is on the team. */
export type KnownSteps = Record<Exclude<SetUpStep, 'staff'>, boolean>

export interface SetUp {
  /** Only the steps whose feature is on, so that no step leads to a screen that is off. */
  steps: readonly SetUpStep[]
  known: KnownSteps
  /** The business has no customers, not even sample ones. */
  isEmpty: boolean
}

const featureOf: Partial<Record<SetUpStep, keyof Features>> = {
  brand: 'whiteLabel',
  program: 'loyalty',
  reward: 'loyalty',
  qrCode: 'qrCodes',
  customer: 'loyalty',
}

const tables: readonly DeviceTable[] = ['business', 'reward', 'qrCode', 'customer', 'purchase']
/** The program's revision before an owner saves it. */
export const neverChanged = '00000000-0000-0000-0000-000000000000'

export function useSetUp(): SetUp | null {
  return useLive(readSetUp, tables, null)
}

export function readSetUp(view: LoyaltyView): SetUp | null {
  const { business } = readBusiness(view)
  // Purchases load last at startup; before that, finished steps would look open.
  if (!business || !view.records.isLoaded('purchase')) return null
  const sampled = business.sampleCustomers ?? 0
  const customers = view.records.count('customer') + view.overlay.signUps.size
  const known = {
    brand: hasOwnBrand(business),
    // An owner who records sales has accepted the default program.
    program:
      business.programRevision !== neverChanged ||
      (sampled === 0 && view.records.count('purchase') > 0),
    reward: readRewards(view).rewards.length > 0,
    qrCode: view.records.count('qrCode') > 0,
    customer: customers > sampled,
  }
  const steps = setUpSteps.filter((step) => {
    const feature = featureOf[step]
    return feature === undefined || business.features[feature]
  })
  return { steps, known, isEmpty: customers === 0 && business.features.loyalty }
}
