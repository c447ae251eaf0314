/** Changes by the team: a customer's contact details, the note and the balance. */
import { and, eq, or } from 'drizzle-orm'
import {
  type ChangedCustomer,
  type CustomerContact,
  correctable,
  isAsSeen,
} from '#schema/contract/correction.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import { pointsEntry } from '#schema/database/points.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import { foldContact, phoneColumns } from './contact.ts'
import { correctEmail, requireCorrectable } from './emails/email-correction.ts'
import { findFormerPhone, keepFormerPhone } from './former-phone.ts'
import { isSameMember, type MemberRow, requireMember } from './member.ts'
import { addPoints, requireRoom, spendPoints } from './points-ledger.ts'
import { toConsentRecords } from './privacy/consent.ts'

/**
 * Corrects a member's name, phone number and email. If someone else changed one of these fields
 * after the editor saw it, refuses the whole change; edits of different fields don't conflict.
 */
export const changeCustomer: Executor<'customer.change'> = async (payload, context) => {
  const { tenant, version, writes } = context
  const member = await requireMember(tenant, payload.memberId)
  const changes = await changesOf(payload, member, context)
  const before: CustomerContact = { ...member, phone: member.phone ?? '' }
  const seesContact = context.by.asker === 'business_admin'
  if (!isAsSeen({ ...payload, changes }, before, seesContact)) refuse('customer_changed_meanwhile')
  const { email } = changes
  if (email !== undefined) await requireCorrectable({ member, email }, context)

  const after = { ...before, ...changes }
  const contact = {
    firstName: after.firstName,
    lastName: after.lastName,
    phone: after.phone || null,
  }
  if (changes.phone === '' && after.email === '') refuse('last_contact')
  const isOtherNumber = digitsOf(after.phone) !== digitsOf(before.phone)
  writes.send(
    tenant.db
      .update(customer)
      .set({
        ...contact,
        ...phoneColumns(contact.phone, context.business),
        ...foldContact({ ...contact, email: member.email }),
        ...(isOtherNumber && { marketingSms: false }),
        version,
      })
      .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, member.id))),
  )
  if (isOtherNumber) keepFormerPhone(member, context)
  if (isOtherNumber && member.marketingSms) recordWithdrawal(member, context)
  const corrected = { ...member, ...contact }
  const emailPending =
    email !== undefined && (await correctEmail({ member: corrected, email }, context))
  // The activity log names the fields, without values.
  return {
    memberId: member.id,
    changed: correctable.filter((field) => changes[field] !== undefined),
    ...(emailPending && { emailPending }),
  }
}

/** @throws Refusal customer_changed_meanwhile if there is no such change to undo any more */
async function changesOf(
  { changes, undoOf }: ChangedCustomer,
  member: MemberRow,
  context: OperationContext,
): Promise<ChangedCustomer['changes']> {
  if (!undoOf) return changes
  const phone = await findFormerPhone({ memberId: member.id, changeId: undoOf.changeId }, context)
  return phone === null ? refuse('customer_changed_meanwhile') : { ...changes, phone }
}

/** The consent for texts was given for the former number. */
function recordWithdrawal(member: MemberRow, { tenant, writes, now }: OperationContext): void {
  const choosing = { memberId: member.id, screen: 'phone-changed', now }
  for (const row of toConsentRecords({ sms: false }, choosing, tenant.businessId)) {
    writes.append(consentRecord, row)
  }
}

/** The team's note. If two people write at once, refuses the second change. */
export const noteCustomer: Executor<'customer.note'> = async (payload, context) => {
  const { tenant, version, writes } = context
  const member = await requireMember(tenant, payload.memberId)
  const before = member.note ?? ''
  if (before !== payload.noteSeen && before !== payload.note) refuse('note_changed_meanwhile')
  writes.send(
    tenant.db
      .update(customer)
      .set({ note: payload.note || null, version })
      .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, member.id))),
  )
  return { memberId: member.id }
}

/**
 * An owner's manual change to a balance, with a reason that the member sees. An earlier one can be
 * undone once, on whichever device.
 */
export const adjustPoints: Executor<'points.adjust'> = async (payload, context) => {
  const member = await requireMember(context.tenant, payload.memberId)
  const { adjustmentId, undoes } = payload
  await requireFree(adjustmentId, context)
  if (undoes) await requireUndoable({ ...payload, undoes }, member, context)
  const movement = {
    memberId: member.id,
    reason: 'adjustment',
    points: payload.points,
    description: payload.reason,
    operationId: context.operationId,
    entryId: adjustmentId,
    undoes,
  } as const
  requireRoom(member.points, payload.points)
  if (payload.points > 0 || payload.acceptDebt) addPoints(context, movement)
  else if (!(await spendPoints(context, movement))) {
    const message = `The balance is ${member.points} points, so ${-payload.points} can’t be taken off.`
    const named = { taken: String(-payload.points), balance: String(member.points) }
    refuse('points_short', { message, named })
  }
  return { points: payload.points, memberId: member.id }
}

/** @throws Refusal id_taken */
async function requireFree(
  entryId: string | undefined,
  { tenant, writes }: OperationContext,
): Promise<void> {
  if (!entryId) return
  // It may have been made earlier in this batch.
  await writes.flush()
  const [entry] = await tenant.db
    .select({ id: pointsEntry.id })
    .from(pointsEntry)
    .where(and(eq(pointsEntry.businessId, tenant.businessId), eq(pointsEntry.id, entryId)))
  if (entry) refuse('id_taken')
}

/** @throws Refusal correction_undone, Missing if the adjustment isn't there */
async function requireUndoable(
  { points, undoes }: { points: number; undoes: string },
  member: MemberRow,
  { tenant, writes }: OperationContext,
): Promise<void> {
  // Both may have been made earlier in this batch.
  await writes.flush()
  const entries = await tenant.db
    .select()
    .from(pointsEntry)
    .where(
      and(
        eq(pointsEntry.businessId, tenant.businessId),
        or(eq(pointsEntry.id, undoes), eq(pointsEntry.undoes, undoes)),
      ),
    )
  const adjustment = entries.find(({ id }) => id === undoes)
  if (!adjustment) throw new Missing(undoes, 'correction_undone')
  const isOwn = await isSameMember(tenant, member.id, adjustment.memberId)
  const isWhole = adjustment.reason === 'adjustment' && adjustment.points === -points
  if (!isOwn || !isWhole || entries.length > 1) refuse('correction_undone')
}
