/**
 * Registering with an invite. The answer is the same for an address that has an account already:
 * its owner gets a mail instead of a code (decisions.md §2, trust-ux.md 3 and 8).
 */
import { and, eq, ne } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { registration } from '#schema/database/registration.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { InviteRow } from '#sync-server/platform/invite.ts'
import { findUsableInvite, judgeInvite, reserveInvite } from '#sync-server/platform/invite-use.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import {
  attemptKey,
  type BackOff,
  spendBudget,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { findAccount } from './account.ts'
import { mailCode } from './code-mail.ts'
import { openFlow } from './flow.ts'
import { hashPassword, refuseGuessable } from './password.ts'

type Body = CallBody<'auth.register'>

const visitor = { kind: 'visitor' } as const
const wrongInvites: BackOff = {
  freeTries: 20,
  pauseSecondsFirst: limits.loginPauseSecondsFirst,
  pauseSecondsMax: limits.loginPauseSecondsMax,
  forgetSeconds: limits.loginPauseSecondsMax,
}

export async function register(
  body: Body,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<CallAnswer<'auth.register'>> {
  refuseGuessable(body.password, 'password')
  const invite = await requireInvite(body, origin, server)
  const passwordHash = await hashPassword(body.password)
  const outcome = await server.doors.account((db) =>
    writeRegistration(db, body, passwordHash, invite, server),
  )
  if (outcome.waitSeconds > 0) refuse('too_many', { retryAfterSeconds: outcome.waitSeconds })
  return outcome.flowId ? { userId: outcome.flowId } : refuse('invite_invalid')
}

/** @throws Refusal before anything is worked out or written for this person */
async function requireInvite(
  { inviteCode, email }: Body,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<InviteRow> {
  const now = clock.now()
  const { found, waitSeconds, refused } = await doors.account(async (db) => {
    const found = await findUsableInvite(db, inviteCode, now)
    if (found) {
      const refused = await judgeInvite(db, found, email)
      const perDay = { count: limits.registrationsPerInvitePerDay, windowSeconds: 86_400 }
      const key = attemptKey('invite.used', found.id)
      return { found, waitSeconds: refused ? 0 : await spendBudget(db, key, perDay, now), refused }
    }
    const entry = { businessId: null, act: 'auth.register', refused: 'invite_invalid' as const }
    const key = attemptKey('invite.network', origin.network)
    const waitSeconds = await tryWithBackOff(db, key, wrongInvites, now)
    if (waitSeconds === 0) await writeAudit(db, visitor, origin, entry, now)
    return { found, waitSeconds, refused: null }
  })
  if (refused) throw refused
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return found ?? refuse('invite_invalid')
}

async function writeRegistration(
  db: Transaction,
  body: Body,
  passwordHash: string,
  invite: InviteRow,
  server: Pick<Server, 'clock' | 'config'>,
): Promise<{ waitSeconds: number; flowId: string | null }> {
  const now = server.clock.now()
  const id = newId()
  const existing = await findAccount(db, body.email)
  await db.insert(registration).values({
    id,
    inviteId: invite.id,
    email: body.email,
    emailKey: emailKey(body.email),
    passwordHash,
    firstName: body.firstName,
    lastName: body.lastName,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.registrationDays * 86_400_000),
  })
  if (!(await reserveInvite(db, invite.id, id, now))) return { waitSeconds: 0, flowId: null }
  await db
    .delete(registration)
    .where(and(eq(registration.inviteId, invite.id), ne(registration.id, id)))

  const subject = { purpose: 'register', subjectId: id } as const
  const flowId = await openFlow(db, subject, body.email, now)
  const mail = existing ? 'accountExists' : 'code'
  const waitSeconds = await mailCode(db, { flowId, ...subject, address: body.email, mail }, server)
  return { waitSeconds, flowId }
}
