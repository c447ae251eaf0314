/** Words for the activity log's acts: a description of each act in the contract. */
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import type { Act } from '#schema/contract/act.ts'

/** @param act an act of a newer server may have no words here; then its name is returned */
export function describeAct(act: string): string {
  const wordsByAct: Record<Act, string> = auditLogTexts.acts
  return ownText(wordsByAct, act) ?? act
}

/** A device may push any name, also one that every object inherits, such as 'constructor'. */
function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
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
  return (
    ownText(auditLogTexts.actors, kind) ??
    kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
  )
}
