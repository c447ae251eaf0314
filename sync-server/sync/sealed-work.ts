/**
 * Work that was unsent when its person signed out (docs/product.md): the device sealed it to the
 * server's key (JWE, RFC 7516) and cannot read it any more; whoever signs in to the business there
 * next hands it over. It is judged as the first person's, by a ticket that only they were given.
 */
import { createECDH, createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { compactDecrypt, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { type SealedContent, type SealKey, sealedContent } from '#schema/contract/sync.ts'
import { account } from '#schema/database/account.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type JudgedPush, push } from './push.ts'
import { judgeSealed } from './sealed-operations.ts'

type SealServer = Pick<Server, 'config'>

const purpose = 'seal'
const vouched = { isVouched: true }
const curve = { kty: 'EC', crv: 'P-256' } as const

export async function giveSealKey(actor: SignedIn, server: SealServer): Promise<SealKey> {
  const { x, y } = keyPair(server)
  const ticket = await new SignJWT({ purpose, businessId: actor.businessId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(actor.accountId)
    .setIssuedAt()
    .sign(secretOf(server))
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
  const accountId = await readTicket(content.ticket, bearer, server)
  if (accountId === null) return null
  const actor = await readActor(accountId, bearer, server)
  return { push: judgeSealed(content.push), actor }
}

async function decrypt(jwe: string, server: SealServer): Promise<SealedContent | null> {
  const { x, y, d } = keyPair(server)
  const key = await importJWK({ ...curve, x, y, d } satisfies JWK, 'ECDH-ES')
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return sealedContent.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  } catch {
    return null
  }
}

async function readTicket(
  ticket: string,
  bearer: SignedIn,
  server: SealServer,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(ticket, secretOf(server), {
      algorithms: ['HS256'],
      requiredClaims: ['sub'],
    })
    const isOurs = payload.purpose === purpose && payload.businessId === bearer.businessId
    return isOurs ? String(payload.sub) : null
  } catch {
    return null
  }
}

/** The first person with today's rights; whoever has none any more leaves it to the owner. */
async function readActor(accountId: string, bearer: SignedIn, server: Server): Promise<SignedIn> {
  const [row] = await server.doors.platform((db) =>
    db.select().from(account).where(eq(account.id, accountId)),
  )
  const isHere = row?.withdrawnAt === null && row.businessId === bearer.businessId
  return {
    ...bearer,
    accountId,
    role: isHere ? row.role : 'staff',
    businessId: bearer.businessId,
    isTill: typeof row?.tillName === 'string',
    restrictedTo: isHere ? null : 'push',
  }
}

/** A gap or a used number is no reason to lose it: the ids say what was done already. */
async function pushAnew(opened: Opened, origin: Origin, server: Server): Promise<void> {
  if (opened.push.operations.length === 0) return
  try {
    await push(opened.push, opened.actor, origin, server, vouched)
  } catch (error) {
    const renumber = error instanceof Refusal && /^(sequence_gap|outbox_reset)$/.test(error.code)
    if (!renumber) throw error
    const operations = opened.push.operations.map((operation, index) => ({
      ...operation,
      seq: index + 1,
    }))
    const outboxId = sealedOutboxId(opened.push)
    const anew = { ...opened.push, outboxId, operations }
    await push(anew, opened.actor, origin, server, vouched)
  }
}

function sealedOutboxId({ operations }: Opened['push']): string {
  return operations[0]?.operationId ?? ''
}

/** Follows from SESSION_SECRET, so that every server of an installation opens what another gave. */
function keyPair({ config }: SealServer): { x: string; y: string; d: string } {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(createHmac('sha256', config.sessionSecret).update('seal key').digest())
  const point = ecdh.getPublicKey()
  return {
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    d: ecdh.getPrivateKey().toString('base64url'),
  }
}

function secretOf({ config }: SealServer): Uint8Array {
  return new TextEncoder().encode(config.sessionSecret)
}
