/**
 * Tells super admins of a trouble once, and again when it is over: by mail, and to ALERT_WEBHOOK_URL.
 * One server tells; a webhook that fails is tried again every round, and the mails are not repeated.
 */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { trouble } from '#schema/database/trouble.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { type EmailFields, queueEmail } from '#sync-server/email/email.ts'
import { writeEmail } from '#sync-server/email/templates.ts'
import { listSuperAdmins } from '#sync-server/platform/super-admins.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { SystemParts } from './parts.ts'

type Row = typeof trouble.$inferSelect

export async function tellTroubles(server: SystemParts): Promise<void> {
  await server.doors.platform(async (db) => {
    // It was over before a round could tell it.
    await db
      .update(trouble)
      .set({ told: 'over' })
      .where(and(isNull(trouble.told), isNotNull(trouble.endedAt)))
    const rows = await db
      .select()
      .from(trouble)
      .where(
        or(
          and(isNull(trouble.told), isNull(trouble.endedAt)),
          and(eq(trouble.told, 'begun'), isNotNull(trouble.endedAt)),
        ),
      )
      .limit(serverLimits.troublesShown)
      .for('update', { skipLocked: true })
    for (const row of rows) await tell(db, row, server)
  })
}

async function tell(db: Transaction, row: Row, server: SystemParts): Promise<void> {
  const { config, clock } = server
  const told = row.endedAt ? 'over' : 'begun'
  const fields: EmailFields['trouble'] = {
    trouble: row.kind,
    subject: row.subject,
    told,
    url: `${config.publicUrl}/super-admin-dashboard/system`,
  }
  for (const { id, email } of await listSuperAdmins(db)) {
    await queueEmail(
      db,
      {
        recipient: email,
        kind: 'trouble',
        fields,
        subjectId: id,
        dedupeKey: idFrom('trouble', row.id, told, id),
      },
      { now: clock.now(), config },
    )
  }
  if (await post(row, fields, server)) {
    await db.update(trouble).set({ told }).where(eq(trouble.id, row.id))
  }
}

/** @returns whether it is done */
async function post(
  { kind, subject, since, endedAt }: Row,
  fields: EmailFields['trouble'],
  { config: { alertWebhookUrl }, log }: SystemParts,
): Promise<boolean> {
  if (!alertWebhookUrl) return true
  const text = writeEmail('trouble', { ...fields })?.subject ?? kind
  try {
    const answer = await fetch(alertWebhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        text,
        kind,
        subject,
        state: fields.told,
        since,
        endedAt,
        url: fields.url,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(serverLimits.webhookSeconds * 1000),
    })
    await answer.body?.cancel()
    if (answer.ok) return true
    log('alert.unsent', { kind, status: answer.status })
  } catch (error) {
    log('alert.unsent', { kind, reason: error instanceof Error ? error.name : reasonOf(error) })
  }
  return false
}
