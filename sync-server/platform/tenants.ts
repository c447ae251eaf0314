/** Super admins' acts on businesses and owner invites, each audited. */
import { and, eq, or } from 'drizzle-orm'
import type { CallBody, CallName, CallQuery } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'
import type { Invite } from '#schema/contract/platform.ts'
import { invite } from '#schema/database/invite.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { continues, mapPage, type Paged, readPage, toPaged } from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { createBusiness, findBusiness, findNamedBusiness, hasOwner } from './business.ts'
import {
  createInvite,
  findUnusedInvite,
  type InviteRow,
  isShown,
  matchesInvite,
  newestInvitesFirst,
  requireUnusedInvite,
  resendInvite,
  revokeInvite,
  toInvite,
} from './invite.ts'
import { findInvitedBusinessId } from './invite-use.ts'

export async function addBusiness(
  fields: CallBody<'admin.createBusiness'>,
  rule: Rule<SignedIn>,
): Promise<Business> {
  const row = await createBusiness(rule.db, fields, rule.now)
  await rule.audit('admin.createBusiness', row.id, { businessId: row.id })
  if (fields.inviteOwner) {
    await makeInvite({ businessName: row.name, email: row.email, businessId: row.id }, rule)
  }
  return toBusiness(row, rule.now)
}

export async function listOwnerInvites(
  query: CallQuery<'admin.inviteCodes'>,
  { db, config }: Rule,
): Promise<Paged<Invite>> {
  const page = readPage(query)
  const rows = await db
    .select()
    .from(invite)
    .where(
      and(
        isShown('owner'),
        continues(page, invite.createdAt, invite.id),
        matchesInvite(page.pattern),
      ),
    )
    .orderBy(...newestInvitesFirst)
    .limit(page.limit + 1)
  return mapPage(toPaged(rows, page), (row) => toInvite(row, config))
}

export async function inviteNewOwner(
  fields: CallBody<'admin.createInviteCode'>,
  rule: Rule<SignedIn>,
): Promise<Invite> {
  const named = await findNamedBusiness(rule.db, fields)
  if (named && (await hasOwner(rule.db, named.id))) refuse('owner_exists')
  return makeInvite({ ...fields, businessId: null }, rule)
}

/**
 * Invites the owner of an existing business. Resends an unused invite for it, which from then on
 * leads to this business whether or not it has an owner.
 */
export async function inviteOwnerOf(
  { businessId }: { businessId: string },
  rule: Rule<SignedIn>,
): Promise<Invite> {
  const { name, email } = await findBusiness(rule.db, businessId)
  const unused = await findUnusedInvite(
    rule.db,
    and(
      isShown('owner'),
      eq(invite.emailKey, emailKey(email)),
      or(eq(invite.businessId, businessId), eq(invite.businessName, name)),
    ),
  )
  if (!unused) return makeInvite({ businessName: name, email, businessId }, rule)
  await rule.db.update(invite).set({ businessId }).where(eq(invite.id, unused.id))
  return sendAgain({ ...unused, businessId }, rule)
}

interface InviteId {
  inviteId: string
}

export async function resendOwnerInvite(
  { inviteId }: InviteId,
  rule: Rule<SignedIn>,
): Promise<Invite> {
  return sendAgain(await requireOwnerInvite(inviteId, rule), rule)
}

export async function revokeOwnerInvite(
  { inviteId }: InviteId,
  rule: Rule<SignedIn>,
): Promise<void> {
  const row = await requireOwnerInvite(inviteId, rule)
  await revokeInvite(row, rule)
  await auditInvite('admin.revokeInviteCode', row, rule)
}

async function makeInvite(
  fields: Pick<InviteRow, 'businessName' | 'email' | 'businessId'>,
  rule: Rule<SignedIn>,
): Promise<Invite> {
  const row = await createInvite({ ...fields, kind: 'owner' }, rule)
  await auditInvite('admin.createInviteCode', row, rule)
  return toInvite(row, rule.config)
}

async function sendAgain(row: InviteRow, rule: Rule<SignedIn>): Promise<Invite> {
  const sent = await resendInvite(row, rule)
  await auditInvite('admin.resendInviteCode', row, rule)
  return toInvite(sent, rule.config)
}

/** If the invite leads to a business, records it in that business's log. */
async function auditInvite(act: CallName, row: InviteRow, rule: Rule): Promise<void> {
  const businessId = await findInvitedBusinessId(rule.db, row)
  await rule.audit(act, row.id, { businessId })
}

async function requireOwnerInvite(inviteId: string, { db }: Rule): Promise<InviteRow> {
  return requireUnusedInvite(db, and(isShown('owner'), eq(invite.id, inviteId)))
}
