/**
 * Mailed links about a member's data: they say what they are for when they are opened, and act when
 * the button is pressed.
 */
import type { PrivacyLink } from '#schema/contract/privacy-link.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import {
  type DataTicket,
  isGoodFor,
  readDataTicket,
} from '#sync-server/loyalty/emails/mailed-ticket.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps } from '#sync-server/rule/rule.ts'
import { keepMember } from './erasure-on-behalf.ts'
import { requireRow } from './member-privacy.ts'

/** @throws Refusal link_expired if the address or the planned erasure is another one by now */
export async function requirePrivacyLink(asked: DataTicket, tenant: Tenant): Promise<MemberRow> {
  const row = await requireRow(asked.memberId, tenant)
  const isCanceled = asked.kind === 'keep' && row.erasureDueAt === null
  if (!isCanceled && !isGoodFor(asked, row)) refuse('link_expired')
  return row
}

export async function readPrivacyLink(
  { ticket }: { ticket: string },
  steps: Steps,
): Promise<PrivacyLink> {
  const asked = await readDataTicket(ticket, steps)
  return steps.inTenant(asked.businessId, async (rule) => {
    const row = await requirePrivacyLink(asked, rule)
    const { name } = await requireBusiness(rule)
    const isDone = asked.kind === 'keep' && row.erasureDueAt === null
    return { kind: asked.kind, businessName: name, memberId: row.id, isDone }
  })
}

/** A repeated press answers as the first one did. */
export async function keepByLink({ ticket }: { ticket: string }, steps: Steps): Promise<void> {
  const asked = await readDataTicket(ticket, steps, 'keep')
  await steps.inTenant(asked.businessId, async (rule) => {
    const version = await rule.nextVersion()
    const row = await requirePrivacyLink(asked, rule)
    if (row.erasureDueAt === null) return
    await keepMember(row, version, rule)
    await rule.audit('customer.keep', row.id)
  })
}
