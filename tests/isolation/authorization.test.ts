/**
 * Access rights of every call, generated from the catalog: a call missing from the table below
 * fails, and so does a table row without a call. A foreign id is answered like an unknown one, byte for byte
 * except for the request id (docs/trust.md 9).
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Answered, TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { forgetTries } from '#tests/support/people.ts'

import { bodies } from './bodies.ts'
import { type ActorName, actorNames, createWorld, type Things, type World } from './world.ts'

/** In the order of `actorNames`; the paused owner acts in the paused business. */
type Row = [number, number, number, number, number, number, number, number, number, number]
const everyone = (status: number) => actorNames.map(() => status) as Row
const own: Row = [401, 200, 200, 200, 200, 200, 401, 200, 403, 403]
const read: Row = [401, 200, 200, 404, 200, 200, 401, 200, 200, 403]
const ownersOnly: Row = [401, 403, 200, 404, 403, 403, 401, 200, 403, 403]
const superAdmins = (status: number, notElevated = status): Row => [
  401,
  403,
  403,
  403,
  status,
  notElevated,
  401,
  403,
  403,
  403,
]

const table: Record<CallName, Row> = {
  'auth.login': everyone(401),
  'auth.user': [401, 200, 200, 200, 200, 200, 401, 200, 200, 200],
  'auth.session': everyone(200),
  'auth.logout': everyone(200),
  'auth.register': everyone(400),
  'auth.verifyEmail': everyone(400),
  'auth.resendVerification': everyone(200),
  'auth.forgotPassword': everyone(200),
  'auth.resetPassword': everyone(400),
  'auth.secondStep': everyone(401),
  'auth.secondStepOptions': everyone(401),
  'auth.secondFactor': own,
  'auth.passkeyOptions': [401, 200, 200, 200, 200, 403, 401, 200, 403, 403],
  'auth.addPasskey': [401, 403, 403, 403, 403, 403, 401, 403, 403, 403],
  // The owner's passkey.
  'auth.renamePasskey': [401, 404, 200, 404, 404, 404, 401, 200, 403, 403],
  'auth.removePasskey': [401, 404, 200, 404, 404, 403, 401, 200, 403, 403],
  'auth.beginApp': [401, 200, 200, 200, 200, 403, 401, 200, 403, 403],
  'auth.confirmApp': [401, 409, 409, 409, 409, 403, 401, 409, 403, 403],
  'auth.removeApp': [401, 404, 404, 404, 404, 403, 401, 404, 403, 403],
  'auth.newRecoveryCodes': [401, 404, 404, 404, 404, 403, 401, 404, 403, 403],
  'auth.profile': own,
  'auth.updateProfile': own,
  // The call asks for the owner's photo; the staff member has another one, the rest have none.
  'auth.photo': [401, 200, 404, 404, 404, 404, 401, 404, 403, 403],
  'auth.uploadPhoto': [401, 415, 415, 415, 415, 415, 401, 415, 403, 403],
  'auth.removePhoto': own,
  'auth.marketingHistory': own,
  'auth.marketingPreferences': [401, 200, 200, 200, 403, 403, 401, 200, 403, 403],
  'auth.sessions': own,
  // The owner's session, which others can't end.
  'auth.endSession': [401, 404, 200, 404, 404, 404, 401, 200, 403, 403],
  // Both super admin sessions share one account, so one ends the other.
  'auth.endOtherSessions': [401, 200, 200, 200, 200, 401, 401, 200, 403, 403],
  'auth.changePassword': [401, 403, 403, 403, 403, 403, 401, 403, 403, 403],
  'auth.elevate': [401, 403, 403, 403, 403, 403, 401, 403, 403, 403],
  'auth.setPin': [401, 200, 200, 200, 403, 403, 401, 200, 403, 403],
  'auth.export': [401, 200, 200, 200, 200, 403, 401, 200, 403, 403],
  'auth.deactivate': [401, 200, 200, 200, 200, 401, 401, 200, 403, 403],
  'auth.eraseAccount': [401, 200, 200, 200, 200, 401, 401, 200, 403, 403],

  'business.get': read,
  'business.customers': read,
  'business.customerConsents': [401, 403, 200, 404, 200, 200, 401, 200, 403, 403],
  'business.birthday': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.changeBirthday': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.eraseMember': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.keepMember': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.export': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  // The member of this world has an email.
  'business.makeCardLink': [401, 409, 409, 404, 403, 403, 401, 403, 409, 403],
  'business.exportMember': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.imports': ownersOnly,
  'business.memberPairs': ownersOnly,
  // The import of this world is open, and its rows have arrived.
  'business.startImport': [401, 403, 409, 404, 403, 403, 401, 403, 403, 403],
  'business.import': ownersOnly,
  'business.sendImportPart': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.importRows': ownersOnly,
  // The import of this world is checked already.
  'business.bringOverImport': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.runImport': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.pauseImport': [401, 403, 409, 404, 403, 403, 401, 409, 403, 403],
  'business.resumeImport': [401, 403, 409, 404, 403, 403, 401, 403, 403, 403],
  'business.abandonImport': ownersOnly,
  'business.previewCards': ownersOnly,
  // The import of this world hasn't run.
  'business.sendCards': [401, 403, 409, 404, 403, 403, 401, 403, 403, 403],
  'business.pauseCards': [401, 403, 409, 404, 403, 403, 401, 409, 403, 403],
  'business.previewImportUndo': ownersOnly,
  'business.undoImport': [401, 403, 409, 404, 403, 403, 401, 403, 403, 403],
  'business.qrCodes': read,
  'business.qrCode': read,
  'business.updateBranding': [401, 403, 200, 404, 200, 403, 401, 403, 403, 403],
  'business.uploadLogo': [401, 403, 415, 404, 415, 403, 401, 415, 403, 403],
  'business.removeLogo': [401, 403, 200, 404, 200, 403, 401, 403, 403, 403],
  // Public, under an unguessable id.
  'business.logo': everyone(404),
  'business.analytics': [401, 403, 200, 404, 200, 200, 401, 200, 403, 403],
  'business.rewards': read,
  'business.createQrCode': [401, 403, 201, 404, 201, 403, 401, 403, 403, 403],
  'business.qrCodeActivity': [401, 403, 200, 404, 200, 200, 401, 200, 403, 403],
  'business.changeQrCode': [401, 403, 200, 404, 200, 403, 401, 403, 403, 403],
  // The calls before it have created customers.
  'business.loadSample': [401, 403, 409, 404, 409, 403, 401, 403, 403, 403],
  'business.removeSample': [401, 403, 200, 404, 200, 403, 401, 403, 403, 403],
  'business.requestPlan': [401, 403, 200, 404, 200, 403, 401, 200, 403, 403],
  'business.verifyCoupon': [401, 200, 200, 404, 403, 403, 401, 200, 200, 403],
  'business.offlineRedemption': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.changeOfflineRedemption': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.campaigns': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.previewCampaign': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.testCampaign': [401, 403, 200, 404, 403, 403, 401, 403, 403, 403],
  'business.createReward': [401, 403, 201, 404, 201, 403, 401, 202, 403, 403],
  'business.changeReward': [401, 403, 200, 404, 409, 403, 401, 202, 403, 403],
  'business.pointsFigures': [401, 403, 200, 404, 200, 200, 401, 200, 403, 403],
  'business.attention': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.readAttention': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.audit': [401, 403, 200, 404, 200, 200, 401, 200, 403, 403],
  'business.staff': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.signOutStaff': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.resetPin': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.resetSecondFactor': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.tills': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.enrollTill': [401, 403, 201, 404, 403, 403, 401, 403, 403, 403],
  'business.revokeTill': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.inviteStaff': [401, 403, 201, 404, 403, 403, 401, 403, 403, 403],
  'business.changeStaffRole': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.devices': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],
  'business.parked': [401, 403, 200, 404, 200, 403, 401, 200, 403, 403],
  'business.decideParked': [401, 403, 200, 404, 200, 403, 401, 200, 403, 403],
  'business.removeStaff': [401, 403, 200, 404, 403, 403, 401, 200, 403, 403],

  'signUp.lookUp': everyone(200),
  'customer.signUp': [201, 201, 201, 201, 201, 201, 201, 202, 201, 201],
  'customer.page': everyone(200),
  'customer.mailCard': everyone(200),
  'reward.redeem': [200, 200, 200, 200, 200, 200, 200, 202, 200, 200],

  'customer.notifications': everyone(200),
  'customer.setNotifications': everyone(200),
  'customer.stopNotifications': everyone(200),
  // All actors share one key here, so they see each other's changes.
  'customer.ownData': everyone(200),
  'customer.change': [200, 200, 200, 200, 200, 200, 200, 202, 200, 200],
  'customer.changeConsents': everyone(200),
  'customer.changeBirthday': everyone(200),
  // An unknown coupon: the call records and reveals nothing.
  'customer.openOffer': everyone(200),
  'customer.endPlace': everyone(404),
  'customer.endOtherPlaces': everyone(200),
  'customer.changeAddress': [200, 404, 404, 404, 404, 404, 404, 200, 404, 404],
  'customer.requestData': everyone(200),
  'mail.cardLink': everyone(400),
  'customer.openCard': everyone(400),
  'customer.export': everyone(400),
  'customer.erase': everyone(400),
  'customer.keep': everyone(400),

  'mail.subscription': everyone(404),
  'mail.unsubscribe': everyone(404),
  'mail.privacyLink': everyone(400),
  'mail.memberEmail': everyone(400),
  'mail.pressMemberEmail': everyone(400),

  'customer.appManifest': everyone(200),
  // This server has no wallet keys.
  'customer.wallets': everyone(200),
  'customer.applePass': everyone(404),
  'business.appManifest': [401, 200, 200, 404, 200, 200, 401, 200, 200, 200],
  'brand.appIcon': everyone(200),

  'sync.push': [401, 200, 200, 200, 403, 403, 401, 200, 200, 200],
  'sync.pull': [401, 200, 200, 200, 403, 403, 401, 200, 200, 403],
  'sync.pokes': [401, 200, 200, 200, 403, 403, 401, 200, 200, 403],
  // For tills only.
  'sync.tillPeople': [401, 403, 403, 403, 403, 403, 401, 403, 200, 200],
  'sync.keepTillKey': [401, 403, 403, 403, 403, 403, 401, 403, 200, 200],
  // A removed person's device seals what it still has and pushes it.
  'sync.sealKey': [401, 200, 200, 200, 403, 403, 200, 200, 200, 200],
  'sync.handSealed': [200, 200, 200, 200, 403, 403, 200, 200, 200, 200],

  'admin.stats': superAdmins(200),
  'admin.analytics': superAdmins(200),
  'admin.branding': superAdmins(200),
  'admin.updateBranding': superAdmins(200, 403),
  'admin.businesses': superAdmins(200),
  'admin.businessesCsv': superAdmins(200),
  'admin.updateBusinesses': superAdmins(200, 403),
  'admin.undoBusinessChange': superAdmins(404, 403),
  'admin.business': superAdmins(200),
  // For owners only; this id is a staff member's.
  'admin.resetSecondFactor': superAdmins(403),
  'admin.addNote': superAdmins(201, 403),
  'admin.createBusiness': superAdmins(201, 403),
  'admin.updateBusiness': superAdmins(200, 403),
  'admin.inviteOwner': superAdmins(200, 403),
  'admin.inviteCodes': superAdmins(200),
  'admin.createInviteCode': superAdmins(201, 403),
  'admin.resendInviteCode': superAdmins(200, 403),
  'admin.revokeInviteCode': superAdmins(200, 403),
  'admin.eraseAccount': superAdmins(404, 403),
  'admin.system': superAdmins(200),
  'admin.retryFailed': superAdmins(200, 403),
  'admin.audit': superAdmins(200),
}

/** Calls whose effects others would notice. Each gets its own world; the others share one. */
const alone: ReadonlySet<CallName> = new Set<CallName>([
  'auth.logout',
  'auth.removePasskey',
  'auth.removePhoto',
  'auth.endSession',
  'auth.endOtherSessions',
  'auth.setPin',
  'auth.deactivate',
  'auth.eraseAccount',
  'business.eraseMember',
  'business.bringOverImport',
  'business.runImport',
  'business.abandonImport',
  'business.signOutStaff',
  'business.resetPin',
  'business.resetSecondFactor',
  'business.enrollTill',
  'business.revokeTill',
  'business.changeStaffRole',
  'business.removeStaff',
  'customer.changeBirthday',
  'customer.changeAddress',
  'customer.endOtherPlaces',
  'admin.updateBusinesses',
  'admin.updateBusiness',
  'admin.revokeInviteCode',
])

const running = serverOfFile()
let world: World

beforeAll(async () => {
  world = await createWorld(running)
})
beforeEach(async () => {
  await forgetTries(running)
  // Keep the shared world's elevated sessions elevated, however long earlier tests took.
  await running.sql`update session set elevated_until = now() + interval '10 min'
    where elevated_until > now()`
})

function ask(name: CallName, who: TestBrowser, things: Things): Promise<Answered> {
  const body = bodies[name]?.(things)
  return who.call(name, {
    params: { ...things },
    ...(body !== undefined && { body }),
  }) as Promise<Answered>
}

/** Calls recorded in the ledger, calls that strangers repeat, and calls that change nothing. */
const unaudited =
  /^(sync\.|mail\.|signUp\.|customer\.|reward\.|business\.((create|change)Reward|verifyCoupon|previewCampaign|sendImportPart|logo)$|auth\.(resendVerification|secondStepOptions|passkeyOptions|beginApp))/

async function countLines(): Promise<number> {
  const [row] = await running.sql`select (select count(*) from audit_record)::int
    + (select count(*) from platform_audit_record)::int as count`
  return row?.count ?? 0
}

/**
 * Every change and every refusal of a signed-in actor leaves one record, and so does every view by a
 * super admin. Nothing else leaves any.
 */
function linesOf(name: CallName, actor: ActorName, status: number): unknown {
  const { access, method, path } = callEntry(name)
  if (unaudited.test(name) || status === 415) return expect.toSatisfy(atMostOne)
  const isVisitor = actor === 'nobody' || actor === 'removed'
  if (access !== 'anyone' && isVisitor) return 0
  // The other super admin shares the account: they may have ended the session or caused the same
  // refusal.
  if (status >= 400 && actor === 'superAdminNotElevated') return expect.toSatisfy(atMostOne)
  if (status >= 400) return 1
  const byRow = linesByRow[name]
  if (byRow) return byRow
  if (method !== 'GET') return name === 'auth.logout' && isVisitor ? 0 : 1
  return actor.startsWith('superAdmin') && path.includes(':businessId') ? 1 : 0
}

const atMostOne = (count: number) => count <= 1

/** Calls that leave a line for each business, and a GET that hands out personal data. */
const linesByRow: Partial<Record<CallName, unknown>> = {
  'admin.audit': expect.any(Number),
  'admin.updateBusinesses': 2,
  'auth.export': 1,
}

const names = Object.keys(api) as CallName[]
const nameSet: ReadonlySet<string> = new Set(names)

test('lists every call in the table, and nothing else', () => {
  expect(Object.keys(table).filter((name) => !nameSet.has(name))).toEqual([])
  expect(names.filter((name) => !Object.hasOwn(table, name))).toEqual([])
})

test('has a body here for every call that takes one', () => {
  const missing = names.filter((name) => callEntry(name).body && !bodies[name])
  expect(missing).toEqual([])
})

describe('every call by every actor', () => {
  test.each(names)('%s', async (name) => {
    const its = alone.has(name) ? await createWorld(running) : world
    const statuses: [ActorName, number][] = []
    let before = await countLines()
    for (const actor of actorNames) {
      await forgetTries(running)
      const things = actor === 'pausedOwner' ? its.third : its.first
      const { status } = await ask(name, its.browsers[actor], things)
      statuses.push([actor, status])
      const lines = await countLines()
      const grew = lines - before
      before = lines
      expect([actor, status, grew]).toEqual([actor, status, linesOf(name, actor, status)])
    }
    expect(statuses).toEqual(actorNames.map((actor, n) => [actor, table[name]?.[n]]))
  })
})

describe('a foreign business is answered like an unknown one', () => {
  const inBusiness = names.filter((name) => callEntry(name).path.includes(':businessId'))
  test.each(inBusiness)('%s', async (name) => {
    for (const actor of ['nobody', 'staff', 'owner', 'removed', 'pausedOwner'] as const) {
      const who = world.browsers[actor]
      const foreign = await ask(name, who, world.second)
      const unknown = await ask(name, who, { ...world.second, businessId: newId() })
      expect(foreign.status, actor).toBeGreaterThanOrEqual(400)
      expect(bytesOf(foreign), actor).toBe(bytesOf(unknown))
    }
  })
})

describe('a foreign id is answered like an unknown one', () => {
  const idNames = [
    'qrCodeId',
    'staffId',
    'tillId',
    'inviteId',
    'photoId',
    'passkeyId',
    'sessionId',
    'customerId',
    'memberId',
    'importId',
  ] as const
  const cells = names.flatMap((name) =>
    idNames
      .filter((id) => callEntry(name).path.includes(`:${id}`))
      // A customer key itself grants access, so use member ids, which grant nothing.
      .map((id) => [name, id, id === 'customerId' ? 'memberId' : id] as const),
  )
  test.each(cells)('%s with another’s %s', async (name, id, kind) => {
    for (const actor of ['nobody', 'staff', 'owner', 'superAdmin'] as const) {
      if (actor === 'superAdmin' && id === 'inviteId') continue
      const who = world.browsers[actor]
      const foreign = await ask(name, who, { ...world.first, [id]: world.second[kind] })
      const unknown = await ask(name, who, { ...world.first, [id]: newId() })
      expect([200, 201], actor).not.toContain(foreign.status)
      expect(bytesOf(foreign), actor).toBe(bytesOf(unknown))
    }
  })

  test('customer.redeem with another business’s reward', async () => {
    const { first, second, browsers } = world
    const foreign = await ask('reward.redeem', browsers.nobody, {
      ...first,
      rewardId: second.rewardId,
    })
    const unknown = await ask('reward.redeem', browsers.nobody, { ...first, rewardId: newId() })
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    expect(bytesOf(foreign)).toBe(bytesOf(unknown))
  })
})

describe('malformed ids are refused without a server error', () => {
  // Counted strangers' calls are forgotten after a while; the others get a window of their own.
  beforeEach(() => running.turnClock(serverLimits.visitorCallsWindowSeconds * 1000))
  const withIds = names.filter((name) => /:\w+Id/.test(callEntry(name).path))
  test.each(withIds)('%s', async (name) => {
    const nonsense = ["x'--", '0', '%00', '../..', 'a'.repeat(300)]
    for (const id of nonsense) {
      for (const actor of ['nobody', 'owner', 'superAdmin'] as const) {
        const ids = Object.keys(world.first)
          .filter((key) => key !== 'businessId' && callEntry(name).path.includes(`:${key}`))
          .map((key) => [key, id])
        const things = ids.length
          ? { ...world.first, ...Object.fromEntries(ids) }
          : { ...world.first, businessId: id }
        const { status } = await ask(name, world.browsers[actor], things)
        expect([400, 401, 403, 404, 405, 409]).toContain(status)
      }
    }
  })
})

/** The response without request-specific parts. */
function bytesOf({ status, body, headers }: Answered): string {
  const own = new Set(['date', 'x-request-id', 'request-id'])
  const kept = [...headers].filter(([name]) => !own.has(name))
  const problem = typeof body === 'object' && body ? { ...body, requestId: '' } : body
  return JSON.stringify([status, problem, kept])
}

/** Calls that an open, unattended device must not allow. */
const afterFreshPassword: CallName[] = [
  'business.export',
  'business.exportMember',
  'business.eraseMember',
  'business.runImport',
  'business.undoImport',
  'auth.setPin',
  'auth.export',
  'auth.deactivate',
  'auth.eraseAccount',
  'auth.passkeyOptions',
  'auth.addPasskey',
  'auth.removePasskey',
  'auth.beginApp',
  'auth.confirmApp',
  'auth.removeApp',
  'auth.newRecoveryCodes',
  'business.inviteStaff',
  'business.changeStaffRole',
  'business.removeStaff',
  'business.signOutStaff',
  'business.resetPin',
  'business.resetSecondFactor',
  'business.enrollTill',
  'business.enrollTill',
  'business.revokeTill',
]

test('requires a recent password for sensitive calls, from owners too', async () => {
  const { browsers, first } = await createWorld(running)
  await running.sql`update session set elevated_until = now() - interval '1 second'`
  const codes: [CallName, string | undefined][] = []
  for (const name of afterFreshPassword) {
    const { body } = await ask(name, browsers.owner, first)
    codes.push([name, (body as { code?: string }).code])
  }
  expect(codes).toEqual(afterFreshPassword.map((name) => [name, 'password_needed']))
})
