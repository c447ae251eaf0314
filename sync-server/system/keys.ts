/** Notifications that wait, and the keys of wallet passes with the end of Apple's certificate. */
import { X509Certificate } from 'node:crypto'
import { count, min } from 'drizzle-orm'
import type { Finding } from '#schema/contract/system.ts'
import { dayMs, hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { notificationQueue } from '#schema/database/notification.ts'
import type { Config } from '#sync-server/config.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** The push services are reached when notifications leave, so an old one shows that they are not. */
export async function examinePush(db: Pick<Transaction, 'select'>, now: Date): Promise<Finding> {
  const [row] = await db
    .select({ waiting: count(), oldestAt: min(notificationQueue.createdAt) })
    .from(notificationQueue)
  const minutes = row?.oldestAt
    ? Math.floor((now.getTime() - row.oldestAt.getTime()) / minuteMs)
    : 0
  const figures = { count: row?.waiting ?? 0, minutes }
  return minutes * minuteMs < serverLimits.pushWaitHours * hourMs
    ? { part: 'push', state: 'good', code: 'pushWorks', figures }
    : { part: 'push', state: 'doubtful', code: 'pushWaits', figures }
}

export function examineWallets({ wallets }: Pick<Config, 'wallets'>, now: Date): Finding[] {
  const part = 'wallet'
  const google = { wallet: 'Google Wallet' }
  const apple = { wallet: 'Apple Wallet' }
  const found: Finding[] = [
    wallets.google
      ? { part, state: 'good', code: 'walletReady', figures: google }
      : { part, state: 'good', code: 'walletOff', figures: google },
  ]
  if (!wallets.apple) return [...found, { part, state: 'good', code: 'walletOff', figures: apple }]
  const until = new Date(new X509Certificate(wallets.apple.certificate).validTo)
  const days = (until.getTime() - now.getTime()) / dayMs
  const state =
    days <= 0 ? 'broken' : days < serverLimits.walletCertificateDaysLeft ? 'doubtful' : 'good'
  const figures = { ...apple, on: until.toISOString() }
  return [...found, { part, state, code: state === 'good' ? 'walletReady' : 'walletEnds', figures }]
}
