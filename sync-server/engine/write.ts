/**
 * One writing transaction of a business. It locks the version row first and holds it until the
 * commit, so that two batches never deadlock and versions become visible in order (Apply 1). Pokes
 * go out after the commit.
 */
import type { Tenant } from '#sync-server/database/doors.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import { type AskedBy, Writes } from '#sync-server/rule/context.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import type { Server } from '#sync-server/server.ts'
import { execute } from './execute.ts'
import { findAwaitedIssues, type Settling, takeUpIssued } from './waiting.ts'

interface WriteOf {
  businessId: string
  by: AskedBy
  /** Runs before anything is locked. */
  before?: ((tenant: Tenant) => Promise<void>) | undefined
}

export async function writeWithin<Result>(
  server: Server,
  { businessId, by, before }: WriteOf,
  work: (settling: Settling) => Promise<Result>,
): Promise<Result> {
  const { domain } = server
  const { result, version } = await server.doors.tenant(businessId, async (tenant) => {
    await before?.(tenant)
    const [version, business, awaited] = await Promise.all([
      nextVersion(tenant),
      domain.requireBusiness(tenant),
      findAwaitedIssues(tenant, domain),
    ])
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
      awaited,
      issued: new Set(),
      run: execute,
      domain,
      timeouts: server.timeouts,
      onFault: ({ operationId, name }, fault) =>
        server.log('operation.parked', { operationId, name, reason: describeFault(fault) }),
    }
    const result = await work(settling)
    await takeUpIssued(settling)
    await writes.flush()
    return { result, version }
  })
  server.pokes.announce(businessId, version)
  return result
}
