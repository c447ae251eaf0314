/** Words for the activity log's acts: a description of each act in the contract. */
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import type { Act } from '#schema/contract/act.ts'

/** @param act an act of a newer server may have no words here; then its name is returned */
export function describeAct(act: string): string {
  const wordsByAct: Record<Act, string> = auditLogTexts.acts
  return wordsByAct[act as Act] ?? act
}

interface ActGroup {
  /** Prefixes of act names, separated by commas: the filter's value. */
  act: string
  label: string
}

export function actGroups(): ActGroup[] {
  const { groups } = auditLogTexts
  return [
    { act: 'auth.,account.,marketing.', label: groups.accounts },
    { act: 'business.', label: groups.business },
    { act: 'customer.', label: groups.customers },
    { act: 'purchase.', label: groups.purchases },
    { act: 'reward.,redemption.', label: groups.rewards },
    { act: 'coupon.', label: groups.coupons },
  ]
}

export function platformActGroups(): ActGroup[] {
  return [{ act: 'admin.', label: auditLogTexts.groups.platform }, ...actGroups()]
}

export function describeActor(kind: string): string {
  const actors: Partial<Record<string, string>> = auditLogTexts.actors
  return actors[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}
