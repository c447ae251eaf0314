/**
 * A writing transaction locks the version row first and holds it until the commit, so that two
 * batches never deadlock and versions become visible in order (Apply 1). Pokes go out after it.
 */
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import { type AskedBy, nextVersion, Writes } from '#sync-server/rule/context.ts'
import type { Server } from '#sync-server/server.ts'
import { execute } from './execute.ts'
import { findAwaitedIssues, hasParked, type Settling, takeUpIssued } from './waiting.ts'

interface WriteOf<Known> {
  businessId: string
  by: AskedBy
  /** Sends its statement before anything is locked. */
  before?: (tenant: Tenant) => Promise<void>
  /** Reads that go out with the lock, and see what is committed once it is held. */
  along?: (tenant: Tenant) => Promise<Known>
}

/** The statements up to the first answer go out together, in this order. */
export async function writeWithin<Result, Known = undefined>(
  server: Server,
  { businessId, by, before, along }: WriteOf<Known>,
  work: (settling: Settling, known: Known | undefined) => Promise<Result>,
): Promise<Result> {
  const { domain } = server
  const { result, version } = await server.doors.tenant(businessId, async (tenant) => {
    const [, version, business, isAnyParked, known] = await Promise.all([
      before?.(tenant),
      nextVersion(tenant),
      domain.requireBusiness(tenant),
      hasParked(tenant),
      along?.(tenant),
    ])
    const awaited = isAnyParked ? await findAwaitedIssues(tenant, domain) : new Set<string>()
    const writes = new Writes(tenant)
    const now = server.clock.now()
    const settling: Settling = {
      operationId: '',
      madeAt: now,
      recordedAt: now,
      tenant,
      business,
      version,
      now,
      ...domain.toolsOf(server.config, now),
      by,
      writes,
      isAnyParked,
      awaited,
      issued: new Set(),
      run: execute,
      domain,
      timeouts: server.timeouts,
      onFault: ({ operationId, name }, fault) =>
        server.log('operation.parked', { operationId, name, reason: describeFault(fault) }),
    }
    const result = await work(settling, known)
    await takeUpIssued(settling)
    await writes.flush()
    return { result, version }
  })
  server.pokes.announce(businessId, version)
  return result
}
