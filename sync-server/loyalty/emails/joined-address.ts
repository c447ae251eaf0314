/**
 * The address of a joined member whom the kept one takes it from. The joined row has none from then
 * on, and gets it back at a separation or an undo of the change, unless another member has it.
 */
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { customer, memberAlias } from '#schema/database/customer.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { foldContact } from '#sync-server/loyalty/contact.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { setConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { contactKeys, emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { findOther, findRestorable } from './address-of-other.ts'
import type { Moving } from './email-mails.ts'

type Writing = Pick<Moving, 'tenant' | 'version' | 'now'>

/** Before the kept member gets it: an address is that of one row. */
export async function takeFromJoined(
  { member, email, changeId }: { member: MemberRow; email: string; changeId: string },
  writing: Writing,
): Promise<void> {
  const { db, businessId } = writing.tenant
  const [joined] = await db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.emailKey, emailKey(email)),
        eq(customer.joinedInto, member.id),
      ),
    )
  if (!joined) return
  const { id: memberId, email: former, marketingEmail } = joined
  await setAddress(joined, '', writing)
  const choosing = { memberId, ...writing, screen: 'email-changed' } as const
  if (marketingEmail) await setConsents({ email: false }, choosing, writing.tenant)
  await db.insert(formerContact).values({
    businessId,
    changeId: takenBy(changeId),
    kind: 'email',
    memberId,
    former,
    emailKey: joined.emailKey,
    mailboxKey: joined.mailboxKey,
    changedAt: writing.now,
    changedBy: null,
    // No mailbox may restore it: the kept member's former one undoes the whole change.
    undoUntil: writing.now,
  })
}

/** @returns the id of the member without an email who may get this address back */
export async function findTakenFrom(
  email: string,
  { db, businessId }: Tenant,
): Promise<string | null> {
  const [row] = await db
    .select({ id: customer.id })
    .from(formerContact)
    .innerJoin(customer, isOwnRow)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        eq(formerContact.mailboxKey, mailboxKey(email)),
        eq(formerContact.emailKey, emailKey(email)),
        mayComeBack,
        eq(customer.email, ''),
      ),
    )
    .orderBy(desc(formerContact.changedAt))
    .limit(1)
  return row?.id ?? null
}

const isOwnRow = and(
  eq(customer.businessId, formerContact.businessId),
  eq(customer.id, formerContact.memberId),
)
const mayComeBack = and(
  eq(formerContact.kind, 'email'),
  ne(formerContact.former, ''),
  isNull(formerContact.undoneAt),
)

const takenBy = (changeId: string) => idFrom('joined address', changeId)

/** @param changeIds of the kept member that were undone */
export async function giveBackTaken(
  keepId: string,
  changeIds: readonly string[],
  writing: Writing,
): Promise<void> {
  const { db, businessId } = writing.tenant
  const taken = await db
    .select({ memberId: formerContact.memberId })
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        inArray(formerContact.changeId, changeIds.map(takenBy)),
      ),
    )
  for (const { memberId } of taken) await giveBack({ keepId, memberId }, writing)
}

/** Only sign-ups that met the kept member follow: anyone else may have had the address since. */
export async function giveBack(
  { keepId, memberId }: { keepId: string; memberId: string },
  writing: Writing,
): Promise<void> {
  const { db, businessId } = writing.tenant
  const [found] = await db
    .select({ member: customer, former: formerContact })
    .from(customer)
    .innerJoin(formerContact, isOwnRow)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, memberId),
        eq(customer.email, ''),
        mayComeBack,
      ),
    )
    .orderBy(desc(formerContact.changedAt))
    .limit(1)
  if (!found) return
  const { member, former } = found
  const wanted = { memberId, email: former.former }
  const isHeld = await findOther(writing.tenant, wanted)
  if (isHeld || (await findRestorable(wanted, writing))) return
  await setAddress(member, former.former, writing)
  await db
    .update(memberAlias)
    .set({ memberId })
    .where(
      and(
        eq(memberAlias.businessId, businessId),
        eq(memberAlias.takenFrom, memberId),
        eq(memberAlias.memberId, keepId),
      ),
    )
  await db
    .update(formerContact)
    .set({ undoneAt: writing.now })
    .where(
      and(eq(formerContact.businessId, businessId), eq(formerContact.changeId, former.changeId)),
    )
}

async function setAddress(
  member: MemberRow,
  email: string,
  { tenant: { db, businessId }, version }: Writing,
): Promise<void> {
  await db
    .update(customer)
    .set({
      email,
      ...contactKeys({ email, memberId: member.id }),
      ...foldContact({ ...member, email }),
      addressProvedAt: null,
      mailRefusedAt: null,
      version,
    })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, member.id)))
}
