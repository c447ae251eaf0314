/** People besides those of a test business: super admins, invites, resetting counted tries. */
import type { Invite } from '#schema/contract/platform.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testPassword } from '#tests/support/run.ts'
import { addAccount, type TestServer } from '#tests/support/server.ts'

/** A signed-in super admin who has re-entered the password. */
export async function signInSuperAdmin(running: TestServer): Promise<TestBrowser> {
  const email = `admin-${newId()}@example.com`
  const { server } = running
  const person = { email, firstName: 'Super', lastName: 'Admin' }
  await server.doors.platform((db) =>
    addAccount(db, { ...person, role: 'super_admin', businessId: null }, server.clock.now()),
  )
  const browser = await new TestBrowser(running.url).signIn(email)
  await browser.call('auth.elevate', { body: { password: testPassword } })
  return browser
}

export async function inviteOwner(
  admin: TestBrowser,
  businessName: string,
  email: string,
): Promise<Invite> {
  const answer = await admin.call('admin.createInviteCode', { body: { businessName, email } })
  if (answer.status !== 201) throw new Error(`no invite: ${answer.status} ${answer.body.code}`)
  return answer.body
}

/** Prevents tests of one file from slowing each other down. */
export async function forgetTries({ sql }: TestServer): Promise<void> {
  await sql`delete from attempt`
}
