/**
 * A member's birthday, month and day only, for birthday campaigns. A campaign reaches a member once
 * in `birthdayRestDays`, so a corrected birthday gives no second coupon.
 */
import { and, eq, or } from 'drizzle-orm'
import type { OwnData } from '#schema/contract/member-privacy.ts'
import { customer } from '#schema/database/customer.ts'
import { requireBusiness, requireWritable } from '#sync-server/loyalty/business.ts'
import {
  birthdayOf,
  type Holder,
  readOwnData,
  requireRow,
} from '#sync-server/loyalty/privacy/member-privacy.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

interface Changing {
  memberId: string
  birthday: string | null
}

/** On the card, by its holder. */
export async function changeBirthday(
  { birthday, ...holder }: Holder & Changing,
  rule: TenantRule,
): Promise<OwnData> {
  const row = await requireRow(holder.memberId, rule)
  if ((await birthdayOf(row, rule)) !== birthday) {
    await setBirthday({ memberId: row.id, birthday }, await rule.nextVersion(), rule)
    await rule.audit('customer.changeBirthday', row.id)
  }
  return readOwnData(holder, rule)
}

export async function readBirthday(
  { memberId }: { memberId: string },
  rule: TenantRule,
): Promise<{ birthday: string | null }> {
  return { birthday: await birthdayOf(await requireRow(memberId, rule), rule) }
}

/** @throws Refusal customer_changed_meanwhile if another birthday is stored than the owner saw */
export async function correctBirthday(
  { memberId, birthday, seen }: Changing & { seen: string | null },
  rule: TenantRule,
): Promise<void> {
  requireWritable(await requireBusiness(rule), rule.now)
  // Lock first: another correction or an erasure may be under way.
  const version = await rule.nextVersion()
  const row = await requireRow(memberId, rule)
  const stored = await birthdayOf(row, rule)
  if (stored !== birthday) {
    if (stored !== seen) refuse('customer_changed_meanwhile')
    await setBirthday({ memberId: row.id, birthday }, version, rule)
  }
  await rule.audit('business.changeBirthday', memberId)
}

/** Deletes those of joined members, too, of whom one would be shown instead. */
async function setBirthday(
  { memberId, birthday }: Changing,
  version: number,
  { db, businessId }: TenantRule,
): Promise<void> {
  await db
    .update(customer)
    .set({ birthday, version })
    .where(
      and(
        eq(customer.businessId, businessId),
        or(
          eq(customer.id, memberId),
          birthday === null ? eq(customer.joinedInto, memberId) : undefined,
        ),
      ),
    )
}
