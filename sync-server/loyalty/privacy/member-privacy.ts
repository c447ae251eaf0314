/**
 * A member's choices about their own data: consents, where their page is open, its address, and
 * exporting or erasing everything, which a mailed link confirms.
 */

import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { maskEmail, maskPhone } from '#schema/contract/customer.ts'
import type { ConsentChanges, DataRequestKind, OwnData } from '#schema/contract/member-privacy.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { consentRecord, customer, customerKey } from '#schema/database/customer.ts'
import { notificationDevice } from '#schema/database/notification.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { mayStillUndo } from '#sync-server/loyalty/emails/email-move.ts'
import { privacyLinkUrl, signDataTicket } from '#sync-server/loyalty/emails/mailed-ticket.ts'
import { type MemberRow, shownBirthday } from '#sync-server/loyalty/member.ts'
import { keyDigest, mailedLink } from '#sync-server/loyalty/secrets.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { setConsents } from './consent.ts'
import { retireKeys } from './retire-keys.ts'

/** The member whose page is open, and the key that opened it. */
export interface Holder {
  memberId: string
  key: string
}

const channels = ['email', 'sms', 'push'] as const

const toConsents = (row: typeof customer.$inferSelect) => ({
  email: row.marketingEmail,
  sms: row.marketingSms,
  push: row.pushNotifications,
})

/** @param key null for a download, which marks no place as this one */
export async function readOwnData(
  { memberId, key }: Pick<Holder, 'memberId'> & { key: string | null },
  rule: Tenant & { now: Date },
): Promise<OwnData> {
  const { db, businessId, now } = rule
  const row = await requireRow(memberId, rule)
  const history = await db
    .select()
    .from(consentRecord)
    .where(and(eq(consentRecord.businessId, businessId), eq(consentRecord.memberId, memberId)))
    .orderBy(desc(consentRecord.recordedAt), desc(consentRecord.id))
    .limit(serverLimits.consentsShown)
  const keys = await openKeys(memberId, rule)
  const held = key === null ? null : keyDigest(key)
  const mayEnd = rightToEnd(keys, held)
  return {
    consents: toConsents(row),
    details: {
      firstName: row.firstName,
      lastName: row.lastName,
      phone: maskPhone(row.phone) ?? '',
      email: maskEmail(row.email),
      ...(row.pendingEmail &&
        row.pendingUntil &&
        row.pendingUntil > now && { emailToConfirm: maskEmail(row.pendingEmail) }),
    },
    birthday: await birthdayOf(row, rule),
    hasPhone: row.phone !== null,
    history: history.map(({ channel, granted, textVersion, screen, recordedAt }) => ({
      channel,
      granted,
      textVersion,
      screen,
      recordedAt: recordedAt.toISOString(),
    })),
    places: keys
      .map((place) => ({
        placeId: placeIdOf(place.digest),
        device: place.device,
        createdAt: place.createdAt.toISOString(),
        isThis: place.digest === held,
        mayEnd: mayEnd(place),
      }))
      .sort((one, other) => Number(other.isThis) - Number(one.isThis)),
  }
}

/** Records each change; repeating the current choice records nothing. */
export async function changeConsents(
  { changes, ...holder }: Holder & { changes: ConsentChanges },
  rule: TenantRule,
): Promise<OwnData> {
  const row = await requireRow(holder.memberId, rule)
  if (changes.sms && !row.phone) refuse('phone_required')
  if (changes.email && row.email === '') refuse('no_email')
  const current = toConsents(row)
  const changed = channels.filter(
    (channel) => changes[channel] !== undefined && changes[channel] !== current[channel],
  )
  if (changed.length > 0) {
    const choices = Object.fromEntries(changed.map((channel) => [channel, changes[channel]]))
    const choosing = { memberId: row.id, screen: 'customer', now: rule.now }
    await setConsents(choices, { ...choosing, version: await rule.nextVersion() }, rule)
    await rule.audit('customer.changeConsents', row.id)
  }
  return readOwnData(holder, rule)
}

/** Records that the member came from this coupon's mail; only the first time counts. */
export async function openOffer(
  { memberId, couponId }: Holder & { couponId: string },
  { db, businessId, now }: TenantRule,
): Promise<void> {
  await db
    .update(campaignRecipient)
    .set({ openedAt: now })
    .where(
      and(
        eq(campaignRecipient.businessId, businessId),
        eq(campaignRecipient.couponId, couponId),
        eq(campaignRecipient.memberId, memberId),
        isNull(campaignRecipient.openedAt),
      ),
    )
}

/** @param placeId the place to end; without it, every place but this one */
export async function endPlaces(
  { placeId, ...holder }: Holder & { placeId?: string },
  rule: TenantRule,
): Promise<OwnData> {
  const keys = await openKeys(holder.memberId, rule)
  const held = keyDigest(holder.key)
  const ended = keys
    .filter(rightToEnd(keys, held))
    .map(({ digest }) => digest)
    .filter((digest) => (placeId ? placeIdOf(digest) === placeId : digest !== held))
  if (placeId && ended.length === 0) refuse('not_found')
  if (ended.length > 0) {
    const { memberId } = holder
    const which = inArray(customerKey.digest, ended)
    const version = await rule.nextVersion()
    await retireKeys({ memberId, which, screen: 'card', version, now: rule.now }, rule)
    await rule.audit('customer.endPlace', memberId)
  }
  return readOwnData(holder, rule)
}

type Key = typeof customerKey.$inferSelect

/** A mailed link proves the address: holders without one can't end places that a mail opened. */
function rightToEnd(keys: readonly Key[], held: string | null): (key: Key) => boolean {
  const isProved = keys.some(({ digest, device }) => digest === held && device === mailedLink)
  return ({ device, digest }) => isProved || device !== mailedLink || digest === held
}

/** Replaces the page's key; the old address no longer opens it. */
export async function changeAddress(
  { memberId, key, id }: Holder & { id: string },
  rule: TenantRule,
): Promise<{ customerId: string }> {
  const { db, businessId, now } = rule
  const [old] = await openKeys(memberId, rule, keyDigest(key))
  if (!old) refuse('not_found')
  const { device, joinedFrom } = old
  const routed = await db
    .insert(customerKey)
    .values({ digest: keyDigest(id), businessId, memberId, joinedFrom, device, createdAt: now })
    .onConflictDoNothing()
    .returning({ digest: customerKey.digest })
  if (routed.length === 0) refuse('id_taken')
  await db
    .update(customerKey)
    .set({ retiredAt: now, sealed: null })
    .where(and(eq(customerKey.businessId, businessId), eq(customerKey.digest, old.digest)))
  await db
    .update(notificationDevice)
    .set({ keyDigest: keyDigest(id) })
    .where(
      and(
        eq(notificationDevice.businessId, businessId),
        eq(notificationDevice.memberId, memberId),
        eq(notificationDevice.keyDigest, old.digest),
      ),
    )
  await rule.audit('customer.changeAddress', memberId)
  return { customerId: id.toLowerCase() }
}

/**
 * Always mailed to the member's own address, at most once an hour per kind.
 * @throws Refusal no_email for a member without one; email_changed_lately while the former mailbox
 * can undo a change: a stranger may have made it, and an erasure can't be undone
 */
export async function mailDataRequest(
  { memberId, kind }: Pick<Holder, 'memberId'> & { kind: DataRequestKind },
  rule: TenantRule,
): Promise<void> {
  const { businessId, now, config } = rule
  const business = await requireBusiness(rule)
  const row = await requireRow(memberId, rule)
  if (row.email === '') refuse('no_email')
  if (await mayStillUndo(rule, memberId, now)) refuse('email_changed_lately')
  const hour = String(Math.floor(now.getTime() / hourMs))
  await rule.mail({
    recipient: row.email,
    kind: kind === 'export' ? 'dataExport' : 'dataErasure',
    fields: {
      businessName: business.name,
      url: privacyLinkUrl(await signDataTicket(kind, row, rule), rule),
      ...toEmailBrand(business, config.publicUrl),
    },
    subjectId: memberId,
    senderId: businessId,
    dedupeKey: idFrom('data request', businessId, memberId, row.emailKey, kind, hour),
  })
  await rule.audit('customer.requestData', memberId)
}

/** @returns the kept member for one who was joined into them */
export async function requireRow(memberId: string, tenant: Tenant): Promise<MemberRow> {
  const { db, businessId } = tenant
  const [row] = await db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, memberId),
        isNull(customer.erasedAt),
      ),
    )
  if (!row) refuse('not_found')
  return row.joinedInto === null ? row : requireRow(row.joinedInto, tenant)
}

export async function birthdayOf(
  { id }: MemberRow,
  { db, businessId }: Tenant,
): Promise<string | null> {
  const [row] = await db
    .select({ birthday: shownBirthday(businessId) })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.id, id)))
  return row?.birthday ?? null
}

async function openKeys(memberId: string, { db, businessId }: Tenant, only?: string) {
  return db
    .select()
    .from(customerKey)
    .where(
      and(
        eq(customerKey.businessId, businessId),
        eq(customerKey.memberId, memberId),
        isNull(customerKey.retiredAt),
        only ? eq(customerKey.digest, only) : undefined,
      ),
    )
    .orderBy(desc(customerKey.createdAt))
}

/** Identifies a key without revealing its digest. */
function placeIdOf(digest: string): string {
  return idFrom('place', digest)
}
