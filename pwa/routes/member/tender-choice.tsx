/** Asks how a purchase was paid, only if the program excludes some payment methods. */
import { earningRuleOf } from '#pwa/loyalty/earning.ts'
import { tenderTexts } from '#pwa/texts/tender.ts'
import { Segments } from '#pwa/ui/segments.tsx'
import type { Business } from '#schema/contract/business.ts'
import { type Tender, tenders } from '#schema/contract/earning.ts'

interface TenderChoiceProps {
  business: Business | null
  tender: Tender | undefined
  onTender: (tender: Tender) => void
}

export function TenderChoice({ business, tender, onTender }: TenderChoiceProps) {
  if (!asksTender(business)) return null
  return (
    <Segments
      legend={tenderTexts.paidBy}
      value={tender ?? 'card'}
      onValue={onTender}
      segments={tenders.map((value) => ({ value, label: tenderTexts.names[value] }))}
    />
  )
}

/**
 * @returns the purchase's tender: the chosen one, 'card' by default, undefined if the form doesn't
 * ask
 */
export function tenderOf(business: Business | null, chosen: Tender | undefined) {
  return asksTender(business) ? (chosen ?? 'card') : undefined
}

function asksTender(business: Business | null): boolean {
  return (earningRuleOf(business).excludedTenders ?? []).length > 0
}
