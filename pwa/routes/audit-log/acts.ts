/** The activity log's acts in words: what each name of the catalogs says to a reader. */
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import type { Act } from '#schema/contract/act.ts'

/** @param act of a newer server it may be one that has no words here: then its own name */
export function describeAct(act: string): string {
  const wordsByAct: Record<Act, string> = auditLogTexts.acts
  return wordsByAct[act as Act] ?? act
}

interface ActGroup {
  /** The beginnings of the names: what the filter asks for. */
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
