/**
 * Three businesses and all possible callers: a visitor, staff and owner of the first, the owner of
 * the second, the owner of the third, which is paused, super admins with and without a fresh
 * password, a removed person, and a till of the first, locked and unlocked.
 */
import { eq } from 'drizzle-orm'
import { account, accountPhoto } from '#schema/database/account.ts'
import { passkey } from '#schema/database/second-factor.ts'
import { actorOf, findAccount, requireAccount } from '#sync-server/accounts/account.ts'
import { beginSession } from '#sync-server/accounts/account-sessions.ts'
import { createInvite } from '#sync-server/platform/invite.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { tillKeyOf } from '#sync-server/rule/till-key.ts'
import { runOnPlatform } from '#sync-server/run-rule.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  addAccount,
  createTestBusiness,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { importedFile, importedPart } from './bodies.ts'

export const actorNames = [
  'nobody',
  'staff',
  'owner',
  'foreignOwner',
  'superAdmin',
  'superAdminNotElevated',
  'removed',
  'pausedOwner',
  'till',
  'lockedTill',
] as const
export type ActorName = (typeof actorNames)[number]

/** The ids in one business. */
export interface Things {
  businessId: string
  /** The same id, used where it only gives access to public data. */
  brandId: string
  code: string
  qrCodeId: string
  rewardId: string
  /** A customer's key. */
  customerId: string
  memberId: string
  importId: string
  couponId: string
  /** A token like a marketing mail's, but not signed by us. */
  token: string
  staffId: string
  inviteId: string
  photoId: string
  /** The owner's. */
  passkeyId: string
  sessionId: string
  tillId: string
  /** A change of several businesses that was never made. */
  changeId: string
}

export interface World {
  browsers: Record<ActorName, TestBrowser>
  first: Things
  second: Things
  third: Things
}

export async function createWorld(running: TestServer): Promise<World> {
  const [a, b, c] = await Promise.all([
    createTestBusiness(running),
    createTestBusiness(running),
    createTestBusiness(running),
  ])
  const superAdminId = await createSuperAdmin(running)
  const removedEmail = `removed-${newId().slice(-12)}@example.com`
  const removedId = await create(running, removedEmail, 'staff', a.businessId)
  const things = [await furnish(running, a), await furnish(running, b), await furnish(running, c)]
  const [first, second, third] = things as [Things, Things, Things]
  const signIn = async (email: string) => signedIn(running, await idOf(running, email))
  const browsers = {
    nobody: new TestBrowser(running.url),
    staff: await signIn(a.staffEmail),
    owner: await signIn(a.ownerEmail),
    foreignOwner: await signIn(b.ownerEmail),
    superAdmin: await signedIn(running, superAdminId, true),
    superAdminNotElevated: await signedIn(running, superAdminId),
    removed: await signedIn(running, removedId),
    pausedOwner: await signIn(c.ownerEmail),
    till: await tillOf(running, a.ownerEmail, first),
    lockedTill: await tillOf(running, a.ownerEmail),
  }
  await running.sql`update account set withdrawn_at = now(), withdrawn_because = 'removed'
    where id = ${removedId}`
  await running.sql`update business set status = 'suspended' where id = ${c.businessId}`
  return { browsers, first, second, third }
}

/** @param unlockedBy the business whose staff unlocked it */
async function tillOf(
  running: TestServer,
  ownerEmail: string,
  unlockedBy?: Things,
): Promise<TestBrowser> {
  const browser = await signedIn(running, await idOf(running, ownerEmail))
  const { businessId } = (await browser.call('auth.user')).body
  const { body } = await browser.call('business.enrollTill', {
    params: { businessId: businessId ?? '' },
    body: { name: 'Till' },
  })
  if (unlockedBy) {
    const { staffId: id } = unlockedBy
    const key = tillKeyOf({ tillId: body.id, accountId: id, pinId: null }, running.server.config)
    browser.staff = { id, key }
  }
  return browser
}

const origin = { network: '127.0.0.1', userAgent: 'test' }

/** A session without hashing a password. */
async function signedIn(
  { server, url, sql }: TestServer,
  accountId: string,
  elevated = false,
): Promise<TestBrowser> {
  const browser = new TestBrowser(url)
  const by = { kind: 'visitor', ...origin } as const
  await runOnPlatform(server, by, async (rule) => {
    const [row] = await rule.db.select().from(account).where(eq(account.id, accountId))
    if (!row) throw new Error('no such account')
    const { token } = await beginSession(row, rule)
    browser.cookie = `session=${token}`
  })
  if (elevated) {
    await sql`update session set elevated_until = now() + interval '10 min'
      where account_id = ${accountId}`
  }
  return browser
}

async function furnish(running: TestServer, shop: TestBusiness): Promise<Things> {
  const { server, url } = running
  const { businessId, code, qrCodeId, rewardId } = shop
  const staffId = await idOf(running, shop.staffEmail)
  const owner = await signedIn(running, await idOf(running, shop.ownerEmail))
  const [session] = (await owner.call('auth.sessions')).body
  const counter = await signedIn(running, await idOf(running, shop.ownerEmail))
  const { body: till } = await counter.call('business.enrollTill', {
    params: { businessId },
    body: { name: 'Front till' },
  })
  const customerId = newKey()
  const memberId = newId()
  const { memberId: _, ...person } = signUpPayload()
  await new TestBrowser(url).call('customer.signUp', {
    params: { code },
    body: { ...person, id: customerId, memberId },
  })
  const device = new TestDevice(owner)
  await device.push(
    device.make('purchase.record', { purchaseId: newId(), memberId, amount: '500.00', note: null }),
  )
  const importId = newId()
  const params = { businessId, importId }
  await owner.call('business.startImport', { params, body: { ...importedFile, importId } })
  await owner.call('business.sendImportPart', { params, body: importedPart })
  const now = server.clock.now()
  const photoId = newKey()
  const passkeyId = newId()
  const ownerId = await idOf(running, shop.ownerEmail)
  const member = await server.doors.platform((db) => requireAccount(db, staffId))
  const by = { ...actorOf(member), ...origin }
  const inviteId = await runOnPlatform(server, by, async (rule) => {
    const photo = { accountId: staffId, id: photoId, webp: Buffer.from('x'), createdAt: now }
    await rule.db.insert(accountPhoto).values(photo)
    await rule.db.insert(passkey).values({
      id: passkeyId,
      accountId: ownerId,
      credentialId: passkeyId,
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      name: 'Phone',
      createdAt: now,
    })
    const email = `new-${newId()}@example.com`
    const invited = { kind: 'owner', businessId: null, businessName: 'New', email } as const
    const invite = await createInvite(invited, rule)
    return invite.id
  })
  return {
    businessId,
    brandId: businessId,
    code,
    qrCodeId,
    rewardId,
    customerId,
    memberId,
    importId,
    couponId: newId(),
    token: newKey(),
    staffId,
    inviteId,
    photoId,
    passkeyId,
    sessionId: session?.id ?? '',
    tillId: till.id,
    changeId: newId(),
  }
}

async function idOf({ server }: TestServer, email: string): Promise<string> {
  const row = await server.doors.platform((db) => findAccount(db, email))
  if (!row) throw new Error(`${email} has no account`)
  return row.id
}

async function createSuperAdmin(running: TestServer): Promise<string> {
  return create(running, `admin-${newId().slice(-12)}@example.com`, 'super_admin', null)
}

async function create(
  { server }: TestServer,
  email: string,
  role: 'staff' | 'super_admin',
  businessId: string | null,
): Promise<string> {
  const person = { firstName: 'Test', lastName: role }
  return server.doors.platform((db) =>
    addAccount(db, { email, ...person, role, businessId }, server.clock.now()),
  )
}
