/**
 * Mails the link to the card to members whom an import created, once, if an owner asks for it. Works
 * like a campaign: in steps with the run's position, held by a pause and by the daily ceiling, over
 * when the import is undone. Asks the member for nothing and offers nothing.
 */
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Act } from '#schema/contract/act.ts'
import type { ImportedCards, ImportRun } from '#schema/contract/member-import.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { importedCard, importRow } from '#schema/database/member-import.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { cardReasonsIn, isCardMember } from '#sync-server/email/card-recipients.ts'
import { cardDedupeKey } from '#sync-server/email/late-mails.ts'
import { requireBusiness, requireWritable, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { keepMailedKey, keyDigest } from '#sync-server/loyalty/secrets.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { moveTo } from './import-batch.ts'
import { findImport, type ImportRunRow, lockImport, toImportRun } from './member-import.ts'

const wasSent = (businessId: string) => sql`exists (select from imported_card s
  where s.business_id = ${businessId}::uuid and s.member_id = ${customer.id})`

/** Each with the members that the ones before leave. */
const reasonsIn = (businessId: string) => ({
  sentBefore: wasSent(businessId),
  ...cardReasonsIn(businessId),
})
const isReachedIn = (businessId: string) =>
  sql`not (${sql.join(Object.values(reasonsIn(businessId)), sql` or `)})`

/** Members whom this run created, except erased ones and those who wait for an erasure. */
function created({ id, businessId }: Pick<ImportRunRow, 'id' | 'businessId'>): SQL | undefined {
  return and(
    eq(importRow.businessId, businessId),
    eq(importRow.runId, id),
    eq(importRow.isNew, true),
    eq(importRow.outcome, 'written'),
    isCardMember,
  )
}
const isMember = and(
  eq(customer.businessId, importRow.businessId),
  eq(customer.id, importRow.memberId),
)

export async function previewCards(
  { importId }: { importId: string },
  rule: TenantRule,
): Promise<ImportedCards> {
  const run = (await findImport(rule, importId)) ?? refuse('not_found')
  const counts: Record<string, SQL<number>> = {}
  let earlier: SQL = sql`false`
  for (const [name, is] of Object.entries(reasonsIn(run.businessId))) {
    counts[name] = sql<number>`count(*) filter (where ${is} and not (${earlier}))::int`
    earlier = sql`${earlier} or ${is}`
  }
  const [row] = await rule.db
    .select({
      count: sql<number>`count(*) filter (where ${isReachedIn(run.businessId)})::int`,
      ...counts,
    })
    .from(importRow)
    .innerJoin(customer, isMember)
    .where(created(run))
  const known = row as Partial<ImportedCards> | undefined
  return {
    count: known?.count ?? 0,
    sentBefore: known?.sentBefore ?? 0,
    haveCard: known?.haveCard ?? 0,
    withoutEmail: known?.withoutEmail ?? 0,
    mailFails: known?.mailFails ?? 0,
    unsubscribed: known?.unsubscribed ?? 0,
  }
}

const courses = {
  send: { act: 'business.sendCards', to: 'sending' },
  pause: { act: 'business.pauseCards', to: 'paused' },
} as const satisfies Record<string, { act: Act; to: 'sending' | 'paused' }>

/** Sending also continues after a pause, and reaches whom an earlier round left out. */
export const moveCards =
  (course: keyof typeof courses) =>
  async ({ importId }: { importId: string }, rule: TenantRule<SignedIn>): Promise<ImportRun> => {
    const { act, to } = courses[course]
    const business = await requireBusiness(rule)
    const run = await lockImport(rule, importId)
    if (course === 'send') requireWritable(business, rule.now)
    if (course === 'send' && !business.features.loyalty) refuse('feature_off')
    await rule.audit(act, importId)
    if (run.state !== 'finished') refuse('import_moved_on')
    const isOver = course === 'pause' && run.cardsState !== 'sending'
    if (isOver || run.cardsState === to) return toImportRun(run, rule)
    const starts = run.cardsState !== 'paused' && course === 'send'
    const cardsLanguage = rule.by.language ?? 'en'
    const changes = { cardsState: to, ...(starts && { cardsPosition: 0, cardsLanguage }) }
    await moveTo(run, changes, rule)
    return toImportRun({ ...run, ...changes }, rule)
  }

function findNext(run: ImportRunRow, { db }: Tenant) {
  return db
    .select({ row: importRow.row, memberId: customer.id, email: customer.email })
    .from(importRow)
    .innerJoin(customer, isMember)
    .where(and(created(run), gt(importRow.row, run.cardsPosition), isReachedIn(run.businessId)))
    .orderBy(asc(importRow.row))
    .limit(serverLimits.campaignBatch)
}

export async function hasNextCards(run: ImportRunRow, tenant: Tenant): Promise<boolean> {
  return (await findNext(run, tenant)).length > 0
}

export function endCards(run: ImportRunRow, tenant: Tenant): Promise<void> {
  return moveTo(run, { cardsState: 'sent' }, tenant)
}

type CardContext = Pick<
  OperationContext,
  'tenant' | 'business' | 'now' | 'writes' | 'publicUrl' | 'sealMail' | 'sealKey'
>

/** Key, mail and position commit in the same transaction. */
export async function mailNextCards(run: ImportRunRow, context: CardContext): Promise<void> {
  const { tenant, business, now, writes, publicUrl, sealMail } = context
  const { db, businessId } = tenant
  const next = await findNext(run, tenant)
  const cardsPosition = next.at(-1)?.row
  if (cardsPosition === undefined) return
  const made = next.map(({ memberId, email }) => ({ memberId, email, key: newKey() }))
  const kept = await db
    .insert(importedCard)
    .values(
      made.map(({ memberId, key }) => ({
        businessId,
        memberId,
        runId: run.id,
        keyDigest: keyDigest(key),
        queuedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ memberId: importedCard.memberId })
  const reached = new Set(kept.map(({ memberId }) => memberId))
  for (const { memberId, email, key } of made) {
    if (!reached.has(memberId)) continue
    keepMailedKey({ key, memberId }, context)
    writes.append(emailQueue, {
      recipient: email,
      kind: 'importedCard',
      fields: sealMail({
        businessName: business.name,
        url: `${publicUrl}/customer/${key}`,
        postalAddress: business.postalAddress ?? '',
        language: run.cardsLanguage ?? 'en',
        ...toEmailBrand(business, publicUrl),
      }),
      subjectId: memberId,
      dedupeKey: cardDedupeKey(keyDigest(key)),
      isBulk: true,
      senderId: businessId,
      campaignId: run.id,
      createdAt: now,
      dueAt: now,
    })
  }
  await writes.flush()
  await moveTo(run, { cardsPosition }, tenant)
}
