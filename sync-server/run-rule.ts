/**
 * Opens a rule's transaction, builds the rule's context and runs after-commit callbacks.
 * `onPlatform`, `inTenant`, `inSnapshot` and `inSteps` make a call's handler of a rule; its payload
 * combines the call's path, query and body.
 */
import { writeAudit, writeTenantAudit } from './audit/audit.ts'
import type { Tenant, Transaction } from './database/doors.ts'
import { queueEmail } from './email/email.ts'
import type { Actor } from './rule/actor.ts'
import { nextVersion } from './rule/context.ts'
import type { By, Rule, Steps, TenantRule } from './rule/rule.ts'
import type { Server } from './server.ts'

/** For accounts, invites and businesses, through the platform's database login. */
export function runOnPlatform<Who extends Actor, T>(
  server: Server,
  by: By<Who>,
  work: (rule: Rule<Who>) => Promise<T>,
): Promise<T> {
  return commit((afterCommit) =>
    server.doors.platform((db) => work(createRule(server, by, db, afterCommit))),
  )
}

/** For the rows of one business. */
export function runInTenant<Who extends Actor, T>(
  server: Server,
  businessId: string,
  by: By<Who>,
  work: (rule: TenantRule<Who>) => Promise<T>,
): Promise<T> {
  return commit((afterCommit) =>
    server.doors.tenant(businessId, (tenant) =>
      work(createTenantRule(server, by, tenant, afterCommit)),
    ),
  )
}

/** Reads one business in a single snapshot. */
function runInSnapshot<Who extends Actor, T>(
  server: Server,
  businessId: string,
  by: By<Who>,
  work: (rule: TenantRule<Who>) => Promise<T>,
): Promise<T> {
  return commit((afterCommit) =>
    server.doors.tenantSnapshot(businessId, (tenant) =>
      work(createTenantRule(server, by, tenant, afterCommit)),
    ),
  )
}

export function runInSteps<Who extends Actor, T>(
  server: Server,
  by: By<Who>,
  work: (steps: Steps<Who>) => Promise<T>,
): Promise<T> {
  return work({
    by,
    now: server.clock.now(),
    config: server.config,
    commit: (step) => runOnPlatform(server, by, step),
    inTenant: (businessId, step) => runInTenant(server, businessId, by, step),
  })
}

type AfterCommit = (work: () => void) => void

async function commit<T>(transaction: (afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const committed: (() => void)[] = []
  const result = await transaction((work) => committed.push(work))
  for (const work of committed) work()
  return result
}

function createRule<Who extends Actor>(
  { clock, config }: Server,
  by: By<Who>,
  db: Transaction,
  afterCommit: AfterCommit,
): Rule<Who> {
  const now = clock.now()
  return {
    db,
    by,
    now,
    config,
    afterCommit,
    audit(act, subjectId, { as = by, businessId = homeOf(by), refused } = {}) {
      return writeAudit(db, { businessId, act, subjectId, refused }, { actor: as, origin: by, now })
    },
    mail: (email) => queueEmail(db, { language: by.language, ...email }, { now, config }),
  }
}

function createTenantRule<Who extends Actor>(
  server: Server,
  by: By<Who>,
  tenant: Tenant,
  afterCommit: AfterCommit,
): TenantRule<Who> {
  const { businessId, db } = tenant
  const rule = createRule(server, by, db, afterCommit)
  return {
    ...rule,
    businessId,
    audit(act, subjectId, { as = by, refused } = {}) {
      return writeTenantAudit(
        tenant,
        { act, subjectId, refused },
        { actor: as, origin: by, now: rule.now },
      )
    },
    async nextVersion() {
      const version = await nextVersion(tenant)
      afterCommit(() => server.pokes.announce(businessId, version))
      return version
    },
  }
}

function homeOf(by: Actor): string | null {
  return by.kind === 'account' ? by.businessId : null
}

interface Asked<Payload, Who extends Actor> {
  payload: Payload
  by: By<Who>
}

type OfBusiness<Payload, Who extends Actor> = Asked<Payload, Who> & {
  params: { businessId: string }
}

/** One transaction on the platform's login: accounts, invites and businesses. */
export function onPlatform<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: Rule<Who>) => Promise<Result>,
) {
  return ({ payload, by }: Asked<Payload, Who>, server: Server): Promise<Result> =>
    runOnPlatform(server, by, (context) => rule(payload, context))
}

/** One transaction inside the business in the path. */
export function inTenant<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: TenantRule<Who>) => Promise<Result>,
) {
  return ({ params, payload, by }: OfBusiness<Payload, Who>, server: Server): Promise<Result> =>
    runInTenant(server, params.businessId, by, (context) => rule(payload, context))
}

/** Reads the business in the path in a single snapshot. */
export function inSnapshot<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, rule: TenantRule<Who>) => Promise<Result>,
) {
  return ({ params, payload, by }: OfBusiness<Payload, Who>, server: Server): Promise<Result> =>
    runInSnapshot(server, params.businessId, by, (context) => rule(payload, context))
}

/** Several transactions, each committed by the rule. */
export function inSteps<Payload, Who extends Actor, Result>(
  rule: (payload: Payload, steps: Steps<Who>) => Promise<Result>,
) {
  return ({ payload, by }: Asked<Payload, Who>, server: Server): Promise<Result> =>
    runInSteps(server, by, (steps) => rule(payload, steps))
}
