/** Unsent mails as they would be rendered, for the development mailbox. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { openFields } from './email.ts'
import { type RenderedEmail, renderEmail } from './layout.ts'
import { writeEmail } from './templates.ts'

export interface KeptEmail extends RenderedEmail {
  id: number
  to: string
  kind: string
  createdAt: string
}

/** Newest first, or only the one with this id. */
export async function readKeptEmails(
  server: Pick<Parts, 'doors' | 'config'>,
  id?: number,
): Promise<KeptEmail[]> {
  const rows = await server.doors.platform((db) =>
    db
      .select()
      .from(emailQueue)
      .where(and(isNull(emailQueue.sentAt), id === undefined ? undefined : eq(emailQueue.id, id)))
      .orderBy(desc(emailQueue.id))
      .limit(serverLimits.unsentMailsShown),
  )
  return rows.flatMap(({ id, recipient, kind, fields, createdAt }) => {
    const opened = openFields(fields, server.config)
    const text = opened && writeEmail(kind, opened)
    if (!text) return []
    return [{ id, to: recipient, kind, createdAt: createdAt.toISOString(), ...renderEmail(text) }]
  })
}
