/** What super admins do to businesses and owners' invites, each written to the audit log. */
import { and, eq, or } from 'drizzle-orm'
import type { CallBody, CallName, CallQuery } from '#schema/contract/api.ts'
import { invite } from '#schema/database/invite.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { BusinessRow } from '#sync-server/loyalty/business.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { continues, type Paged, readPage, toPaged } from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
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
} from './invite.ts'
import { findInvitedBusinessId } from './invite-use.ts'

type Parts = Pick<Server, 'doors' | 'clock' | 'config'>

export async function addBusiness(
  body: CallBody<'admin.createBusiness'>,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<BusinessRow> {
  return doors.platform(async (db) => {
    const row = await createBusiness(db, body, clock.now())
    const entry = { businessId: row.id, act: 'admin.createBusiness', subjectId: row.id }
    await writeAudit(db, actor, origin, entry, clock.now())
    return row
  })
}

export async function listOwnerInvites(
  db: Transaction,
  query: CallQuery<'admin.inviteCodes'>,
): Promise<Paged<InviteRow>> {
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
  return toPaged(rows, page)
}

export async function inviteNewOwner(
  body: CallBody<'admin.createInviteCode'>,
  actor: SignedIn,
  origin: Origin,
  server: Parts,
): Promise<InviteRow> {
  return server.doors.platform(async (db) => {
    const named = await findNamedBusiness(db, body)
    if (named && (await hasOwner(db, named.id))) refuse('owner_exists')
    return makeInvite(db, { ...body, businessId: null }, actor, origin, server)
  })
}

/**
 * Invites the owner of a business that stands: again, if an invite for it is still unused, which
 * from now on leads there, whether it has an owner or not.
 */
export async function inviteOwnerOf(
  businessId: string,
  actor: SignedIn,
  origin: Origin,
  server: Parts,
): Promise<InviteRow> {
  return server.doors.platform(async (db) => {
    const { name, email } = await findBusiness(db, businessId)
    const key = emailKey(email)
    const unused = await findUnusedInvite(
      db,
      and(
        isShown('owner'),
        eq(invite.emailKey, key),
        or(eq(invite.businessId, businessId), eq(invite.businessName, name)),
      ),
    )
    if (!unused) {
      return makeInvite(db, { businessName: name, email, businessId }, actor, origin, server)
    }
    await db.update(invite).set({ businessId }).where(eq(invite.id, unused.id))
    return sendAgain(db, { ...unused, businessId }, actor, origin, server)
  })
}

export async function resendOwnerInvite(
  inviteId: string,
  actor: SignedIn,
  origin: Origin,
  server: Parts,
): Promise<InviteRow> {
  return server.doors.platform(async (db) => {
    const row = await requireOwnerInvite(db, inviteId)
    return sendAgain(db, row, actor, origin, server)
  })
}

export async function revokeOwnerInvite(
  inviteId: string,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<void> {
  await doors.platform(async (db) => {
    const row = await requireOwnerInvite(db, inviteId)
    await revokeInvite(db, row, clock.now())
    await auditInvite(db, 'admin.revokeInviteCode', row, actor, origin, clock.now())
  })
}

async function makeInvite(
  db: Transaction,
  { businessName, email, businessId }: Pick<InviteRow, 'businessName' | 'email' | 'businessId'>,
  actor: SignedIn,
  origin: Origin,
  { clock, config }: Parts,
): Promise<InviteRow> {
  const now = clock.now()
  const createdBy = actor.accountId
  const fields = { kind: 'owner', businessId, businessName, email, createdBy } as const
  const row = await createInvite(db, fields, config.publicUrl, now)
  await auditInvite(db, 'admin.createInviteCode', row, actor, origin, now)
  return row
}

async function sendAgain(
  db: Transaction,
  row: InviteRow,
  actor: SignedIn,
  origin: Origin,
  { clock, config }: Parts,
): Promise<InviteRow> {
  const now = clock.now()
  const sent = await resendInvite(db, row, config.publicUrl, now)
  await auditInvite(db, 'admin.resendInviteCode', row, actor, origin, now)
  return sent
}

/** In the log of the business that the invite leads to, in sight of its owner, where one stands. */
async function auditInvite(
  db: Transaction,
  act: CallName,
  row: InviteRow,
  actor: SignedIn,
  origin: Origin,
  now: Date,
): Promise<void> {
  const businessId = await findInvitedBusinessId(db, row)
  await writeAudit(db, actor, origin, { businessId, act, subjectId: row.id }, now)
}

async function requireOwnerInvite(db: Transaction, inviteId: string): Promise<InviteRow> {
  return requireUnusedInvite(db, and(isShown('owner'), eq(invite.id, inviteId)))
}
