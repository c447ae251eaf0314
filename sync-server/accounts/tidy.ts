/**
 * Deletes expired data of accounts: codes and flows, unfinished registrations, attempt counters,
 * sent mails, and network addresses after 90 days.
 */
import { and, isNotNull, lt, or, sql } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { attempt } from '#schema/database/attempt.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { formerPin } from '#schema/database/former-pin.ts'
import { accountFlow, emailChange, oneTimeCode, resetLink } from '#schema/database/one-time-code.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import { registration } from '#schema/database/registration.ts'
import { secondStep } from '#schema/database/second-factor.ts'
import { session } from '#schema/database/session.ts'
import { trouble } from '#schema/database/trouble.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export async function tidyAccounts({ doors, clock }: Pick<Parts, 'doors' | 'clock'>) {
  const now = clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  await doors.platform(async (db) => {
    await db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, now))
    await db.delete(resetLink).where(lt(resetLink.expiresAt, now))
    await db.delete(secondStep).where(lt(secondStep.expiresAt, now))
    await db.delete(accountFlow).where(lt(accountFlow.expiresAt, now))
    await db.delete(emailChange).where(lt(emailChange.expiresAt, now))
    await db.delete(registration).where(lt(registration.expiresAt, now))
    await db.delete(attempt).where(lt(attempt.lastAt, ago(serverLimits.attemptKeptDays)))
    await db.delete(formerPin).where(lt(formerPin.endedAt, ago(serverLimits.outboxSilentDays)))
    await db
      .delete(emailQueue)
      .where(
        or(
          lt(emailQueue.sentAt, ago(serverLimits.mailKeptDays)),
          and(
            lt(emailQueue.createdAt, ago(serverLimits.mailKeptDays)),
            sql`${emailQueue.attempts} >= ${serverLimits.emailAttempts}`,
          ),
        ),
      )
    await db.delete(trouble).where(lt(trouble.endedAt, ago(serverLimits.troubleKeptDays)))
    // The device of an expired session may return for as long as an outbox may be silent;
    // its network and device are cleared much earlier.
    await db.delete(session).where(lt(session.expiresAt, ago(serverLimits.outboxSilentDays)))
    await db
      .update(session)
      .set({ network: '', device: '' })
      .where(
        lt(session.expiresAt, ago(serverLimits.networkKeptDays - serverLimits.staffSessionDays)),
      )
    for (const table of [auditRecord, platformAuditRecord]) {
      await db
        .update(table)
        .set({ network: null })
        .where(
          and(lt(table.happenedAt, ago(serverLimits.networkKeptDays)), isNotNull(table.network)),
        )
    }
  })
}
