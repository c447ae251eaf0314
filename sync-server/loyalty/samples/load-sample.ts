/**
 * Loads sample customers with their purchases into a business without customers of its own. Each
 * row says so when it is inserted, because only such customers can be deleted (0482).
 */
import { eq } from 'drizzle-orm'
import { settleUnits, unitsFor } from '#schema/contract/earning.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { SampleData } from '#schema/contract/sample-customer.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { customer, sampleMember } from '#schema/database/customer.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import {
  type BusinessRow,
  requireBusiness,
  requireWritable,
} from '#sync-server/loyalty/business.ts'
import { foldContact, phoneColumns } from '#sync-server/loyalty/contact.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { insertRows } from '#sync-server/rule/ready-statement.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { type SamplePerson, samplePeople } from './sample-people.ts'

export async function loadSample(_: unknown, rule: TenantRule<SignedIn>): Promise<SampleData> {
  const { db, businessId, now } = rule
  // Lock first: other writers in this business wait from here on.
  const version = await rule.nextVersion()
  const row = await requireBusiness(rule)
  requireWritable(row, now)
  if (!row.features.loyalty) refuse('feature_off')
  await rule.audit('business.loadSample', businessId)
  if (row.sampleCustomers > 0) return { customers: row.sampleCustomers }
  const [kept] = await db
    .select({ members: businessVersion.members })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, businessId))
  if (kept?.members !== 0) refuse('customers_exist')

  const made = samplePeople(now).map((person) => toRows(person, row, version))
  const marks = made.map(({ member }) => ({ businessId, memberId: member.id }))
  await insertRows(db, sampleMember, marks)
  for (const [table, rows] of [
    [customer, made.map(({ member }) => member)],
    [purchase, made.flatMap(({ purchases }) => purchases)],
    [pointsEntry, made.flatMap(({ entries }) => entries)],
  ] as const) {
    await insertRows(db, table, rows)
  }
  await db
    .update(business)
    .set({ sampleCustomers: made.length, version })
    .where(eq(business.id, businessId))
  return { customers: made.length }
}

/** Follows the regular rules: the ledger adds up, and a purchase earns what it would earn live. */
function toRows(person: SamplePerson, row: BusinessRow, version: number) {
  const { visits, joinedAt, ...words } = person
  const [businessId, memberId] = [row.id, newId()]
  const of = { businessId, memberId, version }
  let [points, carry, spentCents] = [row.welcomePoints, 0, 0]
  const entries: (typeof pointsEntry.$inferInsert)[] = []
  const enter = (reason: 'welcome' | 'purchase', earned: number, text: string, at: Date) => {
    const id = newId()
    const said = { reason, points: earned, description: text, createdAt: at }
    entries.push({ ...of, ...said, id, operationId: id })
  }
  if (points > 0) enter('welcome', points, 'Welcome bonus', joinedAt)
  const purchases = visits.map(({ at, amountCents }): typeof purchase.$inferInsert => {
    const earnedUnits = unitsFor(amountCents, row)
    const settled = settleUnits(earnedUnits, carry, row.rounding)
    carry = settled.carry
    points += settled.points
    spentCents += amountCents
    enter('purchase', settled.points, `Purchase of $${fromCents(amountCents)}`, at)
    return {
      ...of,
      id: newId(),
      amountCents,
      points: settled.points,
      earnedUnits,
      earningRuleId: row.earningRuleId,
      recordedAt: at,
    }
  })
  const member: typeof customer.$inferInsert = {
    ...words,
    ...phoneColumns(words.phone, row),
    ...foldContact(words),
    businessId,
    id: memberId,
    emailKey: emailKey(words.email),
    mailboxKey: mailboxKey(words.email),
    points,
    pointsCarry: carry,
    totalSpentCents: spentCents,
    welcome: 'given',
    addressProvedAt: joinedAt,
    isSample: true,
    createdAt: joinedAt,
    version,
  }
  return { member, purchases, entries }
}
