/**
 * `regulars super-admin create` and `reset-factor`. They ask for no password, because the operator
 * who runs them holds the database's credentials. The platform's activity log records both.
 */
import { email } from '#schema/contract/person.ts'
import { createAccount, findAccount } from '#sync-server/accounts/account.ts'
import { endSessions } from '#sync-server/accounts/account-sessions.ts'
import { forgetSecondFactor, mailChange } from '#sync-server/accounts/second-factor.ts'
import { ConfigProblem } from '#sync-server/config.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { runOnPlatform } from '#sync-server/run-rule.ts'
import { newPassword } from '#sync-server/seed/sign-ins.ts'
import { onServer, say } from './on-server.ts'

export async function createSuperAdmin(address: string): Promise<void> {
  const password = newPassword()
  await asOperator(async (rule) => {
    const person = { email: readAddress(address), firstName: 'Super', lastName: 'Admin' }
    const account = { ...person, role: 'super_admin', businessId: null, password } as const
    const id = await createAccount(rule.db, account, rule.now)
    await rule.audit('admin.createSuperAdmin', id)
  })
  say(`${address} is a super admin. Password, shown only now: ${password}`)
}

export async function resetSuperAdminFactor(address: string): Promise<void> {
  await asOperator(async (rule) => {
    const row = await findAccount(rule.db, readAddress(address))
    if (row?.role !== 'super_admin') throw new ConfigProblem(`${address} is not a super admin.`)
    await forgetSecondFactor(row.id, rule)
    await endSessions({ accountId: row.id }, rule)
    await mailChange(row, 'reset', rule)
    await rule.audit('admin.resetSecondFactor', row.id)
  })
  say(
    `${address} is signed out and signs in with the password alone, then sets up a new second step.`,
  )
}

function readAddress(address: string): string {
  const read = email.safeParse(address)
  if (!read.success) throw new ConfigProblem('EMAIL must be an e-mail address.')
  return read.data
}

function asOperator(work: (rule: Rule) => Promise<void>): Promise<void> {
  const by = { kind: 'visitor', network: '', userAgent: '' } as const
  return onServer((server) => runOnPlatform(server, by, work))
}
