/**
 * Faults of the ledger, of sync and of isolation: each replaces a snippet by a wrong one. Every test
 * file that a fault names must fail with it.
 */
export interface Fault {
  /** The fault in words. */
  fault: string
  file: string
  /** Occurs exactly once in the file, so that a run notices changed code. */
  find: string
  replace: string
  tests: string[]
}

const push = 'tests/sync/push.test.ts'
const rules = 'tests/sync/push-rules.test.ts'
const pull = 'tests/sync/pull.test.ts'
const model = 'tests/convergence/model.test.ts'
const stories = 'tests/convergence/stories.test.ts'
const authorization = 'tests/isolation/authorization.test.ts'
const apply = 'sync-server/engine/apply.ts'
const ledger = 'sync-server/loyalty/points-ledger.ts'
const purchase = 'sync-server/loyalty/purchase.ts'

const ofServer: Fault[] = [
  {
    fault: 'The server accepts another payload under a known id',
    file: apply,
    find: 'isSameAsked(stored, hash) ?',
    replace: "hash !== '' ?",
    tests: [push],
  },
  {
    fault: 'The server applies a repeated operation again',
    file: apply,
    find: '    if (stored) {',
    replace: '    if (stored && stored.payloadHash !== hash) {',
    tests: [push, model],
  },
  {
    fault: 'A write takes no version of its own',
    file: 'sync-server/rule/context.ts',
    find: 'set version = version + 1 where',
    replace: 'set version = version + 0 where',
    tests: [pull, model],
  },
  {
    fault: 'A redemption may overdraw a balance',
    file: ledger,
    find: 'gte(customer.points, cost)',
    replace: 'gte(customer.points, -cost)',
    tests: [rules, stories],
  },
  {
    fault: 'An addition leaves no entry in the ledger',
    file: ledger,
    find: 'customer.id, movement.memberId))),\n  )\n  appendEntry(context, movement)',
    replace: 'customer.id, movement.memberId))),\n  )',
    tests: [push, model],
  },
  {
    fault: 'A purchase counts its amount twice',
    file: purchase,
    find: 'spentCents: amountCents,',
    replace: 'spentCents: 2 * amountCents,',
    tests: [rules, model],
  },
  {
    fault: 'Two reversals each take the whole purchase back',
    file: purchase,
    find: 'const leftCents = row.amountCents - row.reversedCents',
    replace: 'const leftCents = row.amountCents',
    tests: [rules, stories],
  },
  {
    fault: 'A coupon may be used again',
    file: 'sync-server/loyalty/coupon-use.ts',
    find: 'if (row.usedAt) refuseUsed(row.usedAt, context.business.timeZone)',
    replace: 'if (row.usedAt) return { couponId: row.id, memberId: row.memberId, description: "" }',
    tests: [rules, stories],
  },
  {
    fault: 'The server applies withdrawn work',
    file: apply,
    find: "if (discarded) return { status: 'discarded' }",
    replace: "if (discarded && first) return { status: 'discarded' }",
    tests: [push, model],
  },
  {
    fault: 'Work that waits for a member is never taken up',
    file: apply,
    find: 'row.subjectId && awaited.has(row.subjectId)',
    replace: 'row.subjectId && awaited.has(row.operationId)',
    tests: ['tests/sync/push-waiting.test.ts', model],
  },
  {
    fault: 'A pull skips rows of the version at which a page ended',
    file: 'sync-server/sync/changes.ts',
    find: "next ? { kind: 'changes', view: cursor.view, after: next }",
    replace: 'next ? wholeAt(cursor.view, next.version)',
    tests: [pull],
  },
  {
    fault: 'A pull leaves a tombstone out',
    file: 'sync-server/sync/changes.ts',
    find: 'removed.filter((row) => row.version <= upTo)',
    replace: 'removed.filter((row) => row.version < upTo)',
    tests: [pull],
  },
  {
    fault: 'The server applies sealed work of a removed person',
    file: 'sync-server/sync/seal-proof.ts',
    find: '  const isWithdrawn = !isTrusted\n',
    replace: '  const isWithdrawn = false\n',
    tests: ['tests/sync/seal.test.ts'],
  },
]

const ofDevice: Fault[] = [
  {
    fault: 'A device deletes unsent work when it starts',
    file: 'pwa/sync/start-device.ts',
    find: '  const started = await makePlaces(database, of)\n',
    replace: '  const started = await makePlaces(database, of)\n  await database.outbox.clear()\n',
    tests: ['pwa/sync/push.test.ts', model],
  },
  {
    fault: 'A device deletes a row before its answer',
    file: 'pwa/sync/push.ts',
    find: '      const answer = await sendBatch(context, batch, cursor)\n',
    replace:
      '      await context.door.within((database) => database.outbox.bulkDelete(batch.rows.map((row) => row.place)))\n      const answer = await sendBatch(context, batch, cursor)\n',
    tests: ['pwa/sync/push.test.ts', model],
  },
  {
    fault: 'Pulls of two tabs overwrite each other',
    file: 'pwa/sync/store-pull.ts',
    find: 'if (!state || !isSamePlace(state, before)) return null\n    const fetching',
    replace: 'if (!state) return null\n    const fetching',
    tests: ['pwa/sync/tabs.test.ts'],
  },
  {
    fault: 'A device does not resend work that a restored server lost',
    file: 'pwa/sync/resend.ts',
    find: "for (const row of rows) look(row, row.status === 'acknowledged')",
    replace: 'for (const row of rows) look(row, false)',
    tests: ['pwa/sync/push.test.ts', model],
  },
  {
    fault: 'A device sends no sealed work',
    file: 'pwa/sync/seal-outbox.ts',
    find: 'for (const { id, jwe, operations } of waiting) {',
    replace: 'for (const { id, jwe, operations } of waiting.slice(0, 0)) {',
    tests: ['pwa/sync/seal-outbox.test.ts', model],
  },
  {
    fault: 'A visitor’s phone uses a new key for each try',
    file: 'pwa/visitor/send.ts',
    find: "    headers: { 'Idempotency-Key': row.operationId },\n    body: row.payload,",
    replace: "    headers: { 'Idempotency-Key': crypto.randomUUID() },\n    body: row.payload,",
    tests: ['pwa/visitor/drain.test.ts', model],
  },
]

const ofIsolation: Fault[] = [
  {
    fault: 'A caller reaches another business',
    file: 'sync-server/http/route.ts',
    find: "    if (!mayDo(actor, access, businessId)) refuse('not_found')\n",
    replace: '',
    tests: [authorization],
  },
  {
    fault: 'Any role may make any call',
    file: 'sync-server/http/route.ts',
    find: "  if (reachOf(actor.role, access) === null) refuse('not_allowed')\n",
    replace: '',
    tests: [authorization],
  },
  {
    fault: 'A removed person keeps their session',
    file: 'sync-server/accounts/session.ts',
    find: '  if (isRevoked || row.withdrawnAt) {',
    replace: '  if (isRevoked) {',
    tests: ['tests/accounts/withdraw.test.ts'],
  },
  {
    fault: 'Another site posts with the session’s cookie',
    file: 'sync-server/http/caller.ts',
    find: "  if (!isSafe && siteOf(context, config) === 'foreign') refuse('cross_site')",
    replace: "  if (!isSafe && siteOf(context, config) === ('' as never)) refuse('cross_site')",
    tests: ['tests/accounts/sign-in.test.ts'],
  },
  {
    fault: 'Row-level security does not apply to a table’s owner',
    file: 'schema/database/migrations/0120_campaigns.sql',
    find: 'alter table campaign_recipient force row level security;',
    replace: 'select 1;',
    tests: ['tests/isolation/row-level-security.test.ts'],
  },
  {
    fault: 'A connection keeps the business of its last transaction',
    file: 'schema/database/migrations/0035_distributed_context.sql',
    find: "'set local app.business_id = %L'",
    replace: "'set app.business_id = %L'",
    tests: ['tests/isolation/hostile-sql.test.ts'],
  },
]

export const faults: readonly Fault[] = [...ofServer, ...ofDevice, ...ofIsolation]
