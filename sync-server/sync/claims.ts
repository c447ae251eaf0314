/**
 * Judges a device's claims about an operation: when it was made, and who worked the till (Push 2).
 * Only a proof made with that person's key counts. Without one, the operation is parked for the
 * owner as the till's own; nothing is lost.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { provedText } from '#schema/contract/till.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { formerPin, formerPinTold } from '#schema/database/former-pin.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { isProved } from '#sync-server/rule/till-key.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { JudgedOperation } from './sealed-operations.ts'

/**
 * Parses a device's timestamp, corrects it by how far that clock is ahead, and clamps it to between
 * 1970 and now.
 */
export function readClaim(text: string, now: Date, skewMs = 0): Date {
  const isOff = Math.abs(skewMs) >= limits.clockToleratedSeconds * 1000
  const claimedMs = new Date(text).getTime() - (isOff ? skewMs : 0)
  if (Number.isNaN(claimedMs)) return now
  return new Date(Math.min(Math.max(claimedMs, 0), now.getTime()))
}

/** An operation's author, and whether it has to wait for the owner. */
export interface Worked {
  accountId?: string
  parkFor?: ParkedReason
}

export async function readStaff(
  operations: readonly JudgedOperation[],
  { actor, skewMs }: { actor: SignedIn; skewMs: number | undefined },
  server: Pick<EngineParts, 'doors' | 'config' | 'clock'>,
): Promise<(operation: JudgedOperation) => Worked> {
  if (!actor.isTill) return () => ({})
  const { config, clock } = server
  const now = clock.now()
  // An edit keeps the day of the work, and its author proves the press.
  const pressedAtOf = ({ madeAt, staff }: JudgedOperation) =>
    readClaim(staff?.at ?? madeAt, now, skewMs)
  const ids = new Set(operations.flatMap(({ staff }) => staff?.id ?? []))
  const workers = await readWorkers(ids, actor.accountId, server)
  const usedFormer = new Map<string, FormerKey>()
  const provedBy = (operation: JudgedOperation): Worker | undefined => {
    const { staff } = operation
    const worker = staff && workers.get(staff.id)
    if (!staff || !worker || worker.businessId !== actor.businessId) return
    const text = provedText(operation)
    const opens = (pinId: string | null) =>
      isProved(text, staff.proof, { tillId: actor.accountId, accountId: staff.id, pinId }, config)
    if (opens(worker.pinId)) return worker
    const former = worker.former.find(({ pinId }) => opens(pinId))
    if (!former || !isBefore(pressedAtOf(operation), former, now)) return
    usedFormer.set(former.pinId + staff.id, former)
    return worker
  }
  const workedById = new Map<string, Worked>()
  for (const operation of operations) {
    const worker = provedBy(operation)
    workedById.set(
      operation.operationId,
      worker
        ? {
            accountId: worker.id,
            ...(worker.isWithdrawn && { parkFor: 'rights_withdrawn' as const }),
          }
        : { parkFor: 'staff_unproved' },
    )
  }
  await noteFormer([...usedFormer.values()], actor.accountId, server)
  return ({ operationId }) => workedById.get(operationId) ?? { parkFor: 'staff_unproved' }
}

/**
 * A former PIN's key counts for operations asked for before the PIN ended, by the till's corrected
 * clock, and only until the till has had time to push what it held when it learned of the end.
 */
function isBefore(pressedAt: Date, { endedAt, toldAt }: FormerKey, now: Date): boolean {
  const countsUntil = (toldAt ?? now).getTime() + serverLimits.formerPinHours * hourMs
  return pressedAt < endedAt && now.getTime() < countsUntil
}

interface FormerKey {
  accountId: string
  pinId: string
  endedAt: Date
  /** When this till learned of it. */
  toldAt: Date | null
}

interface Worker {
  id: string
  businessId: string | null
  isWithdrawn: boolean
  pinId: string | null
  former: FormerKey[]
}

async function readWorkers(
  ids: ReadonlySet<string>,
  tillId: string,
  { doors }: Pick<EngineParts, 'doors'>,
): Promise<Map<string, Worker>> {
  if (ids.size === 0) return new Map()
  const rows = await doors.platform((db) =>
    db
      .select({
        id: account.id,
        businessId: account.businessId,
        withdrawnAt: account.withdrawnAt,
        pinId: account.pinId,
        former: formerPin,
        toldAt: formerPinTold.toldAt,
      })
      .from(account)
      .leftJoin(formerPin, eq(formerPin.accountId, account.id))
      .leftJoin(
        formerPinTold,
        and(
          eq(formerPinTold.tillId, tillId),
          eq(formerPinTold.accountId, formerPin.accountId),
          eq(formerPinTold.pinId, formerPin.pinId),
        ),
      )
      .where(and(inArray(account.id, [...ids]), isNull(account.tillName))),
  )
  const workers = new Map<string, Worker>()
  for (const { withdrawnAt, former, toldAt, ...row } of rows) {
    const worker = workers.get(row.id) ?? { ...row, isWithdrawn: withdrawnAt !== null, former: [] }
    if (former) worker.former.push({ ...former, toldAt })
    workers.set(row.id, worker)
  }
  return workers
}

/** The first use also starts a former key's deadline, since a till may never ask for its people. */
async function noteFormer(
  used: readonly FormerKey[],
  tillId: string,
  { doors, clock }: Pick<EngineParts, 'doors' | 'clock'>,
): Promise<void> {
  const untold = used.filter(({ toldAt }) => toldAt === null)
  if (untold.length === 0) return
  const told = untold.map(({ accountId, pinId }) => ({
    accountId,
    pinId,
    tillId,
    toldAt: clock.now(),
  }))
  await doors.platform((db) => db.insert(formerPinTold).values(told).onConflictDoNothing())
}
