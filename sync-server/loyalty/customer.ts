/** Customers as the business lists them, and the page that a customer's key opens. */
import { and, desc, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import {
  type Customer,
  type CustomerPage,
  maskEmail,
  maskPhone,
} from '#schema/contract/customer.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { limits } from '#schema/contract/limits.ts'
import type { MemberJoin } from '#schema/contract/member-join.ts'
import { fromCents } from '#schema/contract/money.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { toTransaction } from '#schema/contract/points.ts'
import { spellingsOf, wordsOf } from '#schema/contract/search-text.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import {
  containing,
  continues,
  mapPage,
  type Paged,
  type PageQuery,
  readPage,
  toPaged,
} from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness, toPublicBusiness } from './business.ts'
import { listCouponsOf } from './coupon.ts'
import { listPointsOf } from './history.ts'
import type { OpenedCustomer } from './key.ts'
import { isListed, keptIdOf } from './member.ts'
import { listOfferedRewards } from './reward.ts'

export type CustomerRow = typeof customer.$inferSelect

/** @param seesContact false masks e-mail and phone (docs/product.md, "Who uses it") */
export function toCustomer(row: CustomerRow, seesContact: boolean): Customer {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: seesContact ? row.email : maskEmail(row.email),
    phone: seesContact ? row.phone : maskPhone(row.phone),
    points: row.points,
    pointsCarry: row.pointsCarry,
    totalSpent: fromCents(row.totalSpentCents),
    createdAt: row.createdAt.toISOString(),
  }
}

/** True without an email, or if it was never proved and a mail server refused it for good. */
export function isUnread({
  email,
  mailRefusedAt,
  addressProvedAt,
}: Pick<CustomerRow, 'email' | 'mailRefusedAt' | 'addressProvedAt'>): boolean {
  return email === '' || (mailRefusedAt !== null && addressProvedAt === null)
}

/** A customer for a business's devices: with the team's note, and consents for owners. */
export function toHeldCustomer(row: CustomerRow, isOwner: boolean): Customer {
  const agreed = { email: row.marketingEmail, sms: row.marketingSms, push: row.pushNotifications }
  const channels = ['email', 'sms', 'push'] as const
  const { pendingEmail: address, pendingUntil: until, erasureDueAt: dueAt } = row
  return {
    ...toCustomer(row, isOwner),
    ...(row.note && { note: row.note }),
    ...(row.mailRefusedAt && { mailFails: true }),
    ...(isOwner && row.email !== '' && isUnread(row) && { movesEmailAtOnce: true }),
    ...(row.welcome === 'none' && { imported: true }),
    ...(isOwner && address && until && { pendingEmail: { address, until: until.toISOString() } }),
    ...(isOwner &&
      dueAt && { erasure: { dueAt: dueAt.toISOString(), reason: row.erasureReason ?? '' } }),
    ...(isOwner && { consents: channels.filter((channel) => agreed[channel]) }),
  }
}

/** A member who was joined into another one, for a business's devices. */
export function toMemberJoin(row: CustomerRow, isOwner: boolean): MemberJoin {
  return {
    id: row.id,
    memberId: row.joinedInto ?? row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: isOwner ? row.email : maskEmail(row.email),
    phone: isOwner ? row.phone : maskPhone(row.phone),
    ...(row.note && { note: row.note }),
    points: row.joinedPoints ?? 0,
    joinedAt: (row.joinedAt ?? row.createdAt).toISOString(),
  }
}

export async function listCustomers(
  query: PageQuery,
  rule: TenantRule<SignedIn>,
): Promise<Paged<Customer>> {
  await requireBusiness(rule)
  const { db, businessId } = rule
  const page = readPage(query)
  const seesContact = mayDo(rule.by, 'customer.seeContact', businessId)
  const rows = await db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        isListed,
        continues(page, customer.createdAt, customer.id),
        page.words ? matches(page.words, seesContact) : undefined,
      ),
    )
    .orderBy(desc(customer.createdAt), desc(customer.id))
    .limit(page.limit + 1)
  return mapPage(toPaged(rows, page), (row) => toCustomer(row, seesContact))
}

/** `GET /api/customer/{customerId}`: contact masked, ten newest transactions. */
export async function readCustomerPage(
  tenant: Tenant,
  opened: OpenedCustomer,
  shownId: string,
  now: Date,
): Promise<CustomerPage> {
  const memberId = await keptIdOf(tenant, opened.memberId)
  const business = await requireBusiness(tenant)
  const [[row], entries, rewards, coupons] = await Promise.all([
    tenant.db
      .select()
      .from(customer)
      .where(
        and(
          eq(customer.businessId, tenant.businessId),
          eq(customer.id, memberId),
          isNull(customer.erasedAt),
        ),
      ),
    listPointsOf(tenant, memberId, limits.historyRows),
    listOfferedRewards(tenant, { now, timeZone: timeZoneOf(business) }),
    listCouponsOf(tenant, { ...opened, memberId }),
  ])
  if (!row) refuse('not_found')
  return {
    customer: { ...toCustomer(row, false), id: shownId, memberId: row.id },
    business: toPublicBusiness(business),
    transactions: entries.map(toTransaction),
    availableRewards: business.features.loyalty ? rewards : [],
    coupons,
    welcomeHeld: row.welcome === 'held',
  }
}

/** Rows of earlier releases match by a rough folding until the job has filled their columns (decision 380). */
const name = sql`coalesce(${customer.foldedName},
  lower(${customer.firstName} || ' ' || ${customer.lastName}))`
const email = sql`coalesce(${customer.foldedEmail}, lower(${customer.email}))`
const digits = sql`coalesce(${customer.phoneDigits},
  regexp_replace(${customer.phone}, '\\D', '', 'g'))`

/**
 * Matches every word of a search, folded as on devices, against what the caller may see.
 * Callers who can't see contact details can't search by part of them; a complete email or phone
 * number, which the customer told them, does match.
 */
function matches(query: string, seesContact: boolean): SQL | undefined {
  const words = wordsOf(query)
  const found = and(...words.map((word) => hasWord(word, seesContact)))
  if (seesContact) return found
  const typedDigits = digitsOf(query)
  return or(
    found,
    query.includes('@') ? eq(customer.emailKey, emailKey(query)) : undefined,
    typedDigits.length >= limits.phoneDigitsMin ? isPhone(typedDigits) : undefined,
  )
}

function hasWord(word: string, seesContact: boolean): SQL | undefined {
  return or(
    ...spellingsOf(word).map((parts) => and(...parts.map((part) => hasPart(part, seesContact)))),
  )
}

function hasPart(part: string, seesContact: boolean): SQL | undefined {
  const pattern = containing(part)
  if (!seesContact) return like(name, pattern)
  const isNumber = /^\d+$/.test(part)
  return or(like(name, pattern), like(email, pattern), isNumber ? like(digits, pattern) : undefined)
}

/** Also matches a complete number without its country code. */
function isPhone(typed: string): SQL {
  const { phoneDigitsNational: national } = limits
  if (typed.length < national) return eq(digits, typed)
  return eq(sql`right(${digits}, ${national})`, typed.slice(-national))
}
