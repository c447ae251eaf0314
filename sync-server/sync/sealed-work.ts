/**
 * Work that was unsent when its person signed out (docs/product.md): the device sealed it to the
 * server's key (JWE, RFC 7516) and cannot read it any more; whoever signs in to the business there
 * next hands it over. It is judged as the first person's, by a ticket that only they were given.
 */
import { createECDH } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { type SealedContent, type SealKey, sealedContent } from '#schema/contract/sync.ts'
import { account } from '#schema/database/account.ts'
import { session } from '#schema/database/session.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { readToken, signToken } from '#sync-server/rule/signed-token.ts'
import { deriveKeys } from '#sync-server/secret.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type JudgedPush, push } from './push.ts'
import { judgeSealed } from './sealed-operations.ts'

type SealServer = Pick<Server, 'config'>
type KeyPair = { x: string; y: string; d: string }

const dayMs = 86_400_000
const curve = { kty: 'EC', crv: 'P-256' } as const

/** The ticket names the session that asked for it: what has ended that casts doubt on the seal. */
export async function giveSealKey(
  actor: SignedIn,
  { config, clock }: Pick<Server, 'config' | 'clock'>,
): Promise<SealKey> {
  const [{ x, y }] = keyPairs({ config })
  const now = clock.now()
  const { accountId, businessId, sessionId } = actor
  const ticket = await signToken(
    'seal ticket',
    {
      subject: accountId,
      id: sessionId,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + serverLimits.sealTicketDays * dayMs),
      more: { businessId, issuedAtMs: now.getTime() },
    },
    config,
  )
  return { publicKey: { ...curve, x, y }, ticket }
}

/** @returns per JWE whether it could be opened; what it holds has its verdicts stored like any push */
export async function takeSealed(
  sealed: string[],
  bearer: SignedIn,
  origin: Origin,
  server: Server,
): Promise<('taken' | 'unreadable')[]> {
  const outcomes: ('taken' | 'unreadable')[] = []
  for (const jwe of sealed) {
    const opened = await open(jwe, bearer, server)
    if (opened) await pushAnew(opened, origin, server)
    outcomes.push(opened ? 'taken' : 'unreadable')
  }
  return outcomes
}

interface Opened {
  push: JudgedPush
  actor: SignedIn
}

/** @returns null for what cryptography refuses; a fault is thrown, and the device tries again */
async function open(jwe: string, bearer: SignedIn, server: Server): Promise<Opened | null> {
  const content = await decrypt(jwe, server)
  if (!content) return null
  const ticket = await readTicket(content.ticket, bearer, server)
  if (!ticket) return null
  const actor = await readActor(ticket, bearer, server)
  return { push: judgeSealed(content.push), actor }
}

async function decrypt(jwe: string, server: SealServer): Promise<SealedContent | null> {
  for (const { x, y, d } of keyPairs(server)) {
    const key = await importJWK({ ...curve, x, y, d } satisfies JWK, 'ECDH-ES')
    try {
      const { plaintext } = await compactDecrypt(jwe, key, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return sealedContent.parse(JSON.parse(new TextDecoder().decode(plaintext)))
    } catch {
      // The key before, or nobody's.
    }
  }
  return null
}

interface Ticket {
  accountId: string
  sessionId: string
  issuedAt: Date
}

async function readTicket(
  text: string,
  bearer: SignedIn,
  { config, clock }: Server,
): Promise<Ticket | null> {
  const now = clock.now()
  const payload = await readToken('seal ticket', text, { now, secrets: config })
  if (!payload?.sub || !payload.jti || payload.businessId !== bearer.businessId) return null
  const issuedAt = new Date(Number(payload.issuedAtMs))
  return { accountId: payload.sub, sessionId: payload.jti, issuedAt }
}

/**
 * The first person with today's rights. Where they have none any more, where their device was
 * revoked or their password reset since the ticket was given, the owner decides.
 */
async function readActor(ticket: Ticket, bearer: SignedIn, server: Server): Promise<SignedIn> {
  const { accountId, sessionId, issuedAt } = ticket
  const [row] = await server.doors.platform((db) =>
    db
      .select({ account, endedBecause: session.endedBecause })
      .from(account)
      .innerJoin(session, and(eq(session.accountId, account.id), eq(session.id, sessionId)))
      .where(eq(account.id, accountId)),
  )
  const owner = row?.account
  const isHere = owner?.withdrawnAt === null && owner.businessId === bearer.businessId
  const isDoubtful =
    row?.endedBecause === 'revoked' || (owner?.devicesKnownSince ?? issuedAt) > issuedAt
  const isTrusted = isHere && !isDoubtful
  return {
    ...bearer,
    accountId,
    role: isTrusted ? owner.role : 'staff',
    businessId: bearer.businessId,
    isTill: typeof owner?.tillName === 'string',
    restrictedTo: isTrusted ? null : 'push',
  }
}

/** A gap or a used number is no reason to lose it: the ids say what was done already. */
async function pushAnew(opened: Opened, origin: Origin, server: Server): Promise<void> {
  if (opened.push.operations.length === 0) return
  // The seal's ticket is the proof that it is the author's.
  const pusher = { actor: opened.actor, origin, isVouched: true }
  try {
    await push(opened.push, pusher, server)
  } catch (error) {
    const renumber = error instanceof Refusal && /^(sequence_gap|outbox_reset)$/.test(error.code)
    if (!renumber) throw error
    const operations = opened.push.operations.map((operation, index) => ({
      ...operation,
      seq: index + 1,
    }))
    const outboxId = sealedOutboxId(opened.push)
    const anew = { ...opened.push, outboxId, operations }
    await push(anew, pusher, server)
  }
}

function sealedOutboxId({ operations }: Opened['push']): string {
  return operations[0]?.operationId ?? ''
}

/** They follow from SESSION_SECRET, so that every server opens what another gave. Today's first. */
function keyPairs({ config }: SealServer): [KeyPair, ...KeyPair[]] {
  const [today, ...before] = deriveKeys(config, 'seal key').map((secret) => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(secret)
    const point = ecdh.getPublicKey()
    return {
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
      d: ecdh.getPrivateKey().toString('base64url'),
    }
  })
  if (!today) throw new Error('there is no secret')
  return [today, ...before]
}
