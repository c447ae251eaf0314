/**
 * Work still unsent when a person signed out (docs/sync-protocol.md, "The end of a device"). The
 * device encrypted it to the server's key (JWE, RFC 7516) and can no longer read it; the next person
 * who signs in to the business there sends it. It counts as the first person's, by a ticket that only
 * they received.
 */
import { createECDH } from 'node:crypto'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { type SealedContent, type SealKey, sealedContent } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { deriveKeys, readToken, signToken } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { push } from './push.ts'
import { proveSeal, readAuthor, type SealProof, type SealTicket } from './seal-proof.ts'
import { type JudgedPush, judgeSealed } from './sealed-operations.ts'

type SealServer = Pick<EngineParts, 'config'>
type KeyPair = { x: string; y: string; d: string }

const curve = { kty: 'EC', crv: 'P-256' } as const

/**
 * The ticket names the requesting session and the outbox it is for (seal-proof.ts). A session that
 * has ended for good gets one too, because its device may not have asked before.
 */
export async function giveSealKey(
  actor: Pick<SignedIn, 'accountId' | 'businessId' | 'sessionId'>,
  outboxId: string | null,
  { config, clock }: Pick<EngineParts, 'config' | 'clock'>,
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
      more: { businessId, issuedAtMs: now.getTime(), outboxId },
    },
    config,
  )
  return { publicKey: { ...curve, x, y }, ticket }
}

/**
 * @returns for each JWE whether it could be opened; its operations get stored verdicts like any
 * push
 */
export async function takeSealed(
  sealed: string[],
  bearer: SignedIn | null,
  origin: Origin,
  server: EngineParts,
): Promise<('taken' | 'unreadable')[]> {
  const outcomes: ('taken' | 'unreadable')[] = []
  for (const jwe of sealed) {
    const opened = await open(jwe, bearer, server)
    if (opened?.push.operations.length) {
      await push(opened.push, { actor: opened.actor, origin, seal: opened.seal }, server)
    }
    outcomes.push(opened ? 'taken' : 'unreadable')
  }
  return outcomes
}

interface Opened {
  push: JudgedPush
  actor: SignedIn
  seal: SealProof
}

/**
 * @returns null if decryption or validation fails; other faults are thrown, and the device retries
 */
async function open(
  jwe: string,
  bearer: SignedIn | null,
  server: EngineParts,
): Promise<Opened | null> {
  const content = await decrypt(jwe, server)
  if (!content) return null
  const ticket = await readTicket(content.ticket, bearer, server)
  if (!ticket) return null
  const judged = judgeSealed(content.push)
  const author = await readAuthor(ticket, server)
  const claimed = { ticket, author, push: judged, sealingId: content.sealingId ?? null }
  return {
    push: judged,
    actor: author.actor,
    seal: await proveSeal(claimed, bearer, server),
  }
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
      // Try the previous key.
    }
  }
  return null
}

async function readTicket(
  text: string,
  bearer: SignedIn | null,
  { config, clock }: EngineParts,
): Promise<SealTicket | null> {
  const now = clock.now()
  const payload = await readToken('seal ticket', text, { now, secrets: config })
  const businessId = payload?.businessId
  if (!payload?.sub || !payload.jti || typeof businessId !== 'string') return null
  if (bearer && businessId !== bearer.businessId) return null
  const issuedAt = new Date(Number(payload.issuedAtMs))
  const outboxId = typeof payload.outboxId === 'string' ? payload.outboxId : null
  return { accountId: payload.sub, businessId, sessionId: payload.jti, issuedAt, outboxId }
}

/**
 * Key pairs derived from SESSION_SECRET, so that every server opens the others' seals. The current
 * one first.
 */
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
