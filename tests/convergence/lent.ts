/**
 * The oracle's limits of trust: without the owner, a member who owes gets nothing more, and the
 * debts for what one device handed over stay within its cap (docs/trust.md).
 */
import type { Book } from './book.ts'
import { type Counted, expectedAt, type Rules } from './expected.ts'
import { Members } from './members.ts'
import { trustAround } from './rewards.ts'

interface Lent {
  outboxId: string | null
  /** At least. */
  points: number
}

export function judgeLent(book: Book, counted: Counted[], rules: Rules): string[] {
  const redemptions = counted.filter(({ saved }) => saved.name === 'reward.redeem')
  if (!redemptions.some(({ saved }) => saved.payload.handedOver)) return []
  const members = new Members(counted)
  const lentTo = new Map<string, Lent>()
  return redemptions.flatMap((each) => {
    const { saved, end } = each
    const { version, outboxId } = end
    const memberId = members.of(each)
    const before = expectedAt(counted, rules, version - 1).pointsByMember.get(memberId) ?? 0
    const now = expectedAt(counted, rules, version)
    const around = now.movements.filter(
      (moved) => moved.memberId === memberId && moved.version === version,
    )
    const most = around.reduce((sum, moved) => sum + Math.max(0, moved.most), before)
    const isAccepted = book.ownerAccepted.has(saved.operationId)
    const owed = -(now.pointsByMember.get(memberId) ?? 0)
    lentTo.delete(memberId)
    // With other movements in this version, what this one left unpaid isn't visible.
    const isPlain = around.length === 1 && saved.payload.handedOver && !isAccepted
    if (isPlain && owed > 0) lentTo.set(memberId, { outboxId, points: owed })
    if (isAccepted) return []
    if (most < 0) return `${saved.operationId} was handed over to a member who owed ${-most}`
    if (!isPlain || owed <= 0) return []
    const ofDevice = [...lentTo]
      .filter(([, lent]) => lent.outboxId === outboxId)
      .map(([id, { points }]) => Math.min(points, Math.max(0, -(now.pointsByMember.get(id) ?? 0))))
      .reduce((sum, points) => sum + points, 0)
    const cap = Math.max(...trustAround(rules.trustFacts, version).map((of) => of?.perDevice ?? 0))
    return ofDevice > cap ? `${saved.operationId}: its device lent ${ofDevice} of ${cap}` : []
  })
}
