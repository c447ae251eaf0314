/** Deletes phones that get a member's notifications, with the messages queued for them. */
import { and, eq, inArray } from 'drizzle-orm'
import { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import type { Transaction } from '#sync-server/database/doors.ts'

export async function forgetPhones(
  { businessId, memberId }: { businessId: string; memberId: string },
  endpointDigests: string[],
  db: Transaction,
): Promise<void> {
  for (const table of [notificationQueue, notificationDevice]) {
    await db
      .delete(table)
      .where(
        and(
          eq(table.businessId, businessId),
          eq(table.memberId, memberId),
          inArray(table.endpointDigest, endpointDigests),
        ),
      )
  }
}
