/**
 * A super admin changes a business: its features, its plan and its owners' second factors. Its page
 * shows recent activity.
 *
 * @module-tag deep
 */
import { screen, type within } from '@testing-library/dom'
import { readMails } from '#tests/support/mail.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { cutNetwork, network, open, signIn } from './support/browser.ts'
import {
  detail,
  fill,
  givePassword,
  heading,
  isDisabled,
  part,
  passwordQuestion,
  press,
} from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const name = 'Harbor House'
const test = base.extend('harbor', async ({ server }) => createTestBusiness(server, { name }))

const ofBusiness = /^\/api\/admin\/businesses\//
const cannotConnect = 'Can’t connect. Check your internet and try again.'
const offline = 'You’re offline. Connect to the internet to do this.'
const unavailable = {
  code: 'unavailable',
  message: 'Too much is going on. Try again.',
  requestId: 'r-70',
}

async function openTenant(superAdmin: string, { businessId, ownerEmail }: TestBusiness) {
  await signIn(superAdmin)
  await open(`/super-admin-dashboard/tenants/${businessId}`)
  await heading(name)
  await screen.findByText(ownerEmail)
}

/** Cuts the network while a dialog is open. */
async function expectDisabledOffline(act: string, dialog: ReturnType<typeof within>) {
  const reconnect = cutNetwork()
  await dialog.findByText(offline)
  const button = dialog.getByRole('button', { name: act })
  expect(isDisabled(button)).toBe(true)
  reconnect()
  await expect.poll(() => isDisabled(button)).toBe(false)
}

test('turns a feature off after the password, and keeps what another super admin changed', async ({
  server,
  superAdmin,
  harbor,
}) => {
  const { businessId } = harbor
  const features = async () =>
    (await server.sql`select features from business where id = ${businessId}`)[0]?.features
  await openTenant(superAdmin, harbor)
  await passwordGrowsOld(server)
  await press('Edit')
  const dialog = await part('dialog', name)
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(isDisabled(save)).toBe(true)
  await press(/^Analytics dashboard/, dialog, 'switch')
  await expectDisabledOffline('Save', dialog)

  await press('Save', dialog)
  const question = await passwordQuestion()
  await fill(/^Password/, 'Wrong-Guess-1', question)
  await press('Confirm', question)
  await question.findByText('That password isn’t right.')
  await press('Cancel', question)
  await expect.poll(() => screen.queryByText('Confirm It’s You')).toBeNull()
  const mend = network.cut(ofBusiness)
  await press('Save', dialog)
  await toast('Couldn’t save changes', cannotConnect)
  mend()
  const recover = network.answer(ofBusiness, 503, unavailable)
  await press('Save', dialog)
  await toast('Couldn’t save changes', unavailable.message)
  recover()
  expect(await features()).toMatchObject({ analytics: true, whiteLabel: true })

  const other = await signInSuperAdmin(server)
  const changed = await other.call('admin.updateBusiness', {
    params: { businessId },
    body: { features: { whiteLabel: false } },
  })
  expect(changed.status).toBe(200)
  await press('Save', dialog)
  await givePassword(testPassword)
  await toast('Features saved')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await features()).toMatchObject({ analytics: false, whiteLabel: false, loyalty: true })
  await expect.poll(() => detail('Analytics dashboard')).toBe('Off')
  expect(detail('White-label branding')).toBe('Off')
  expect(detail('Loyalty program')).toBe('On')
})

test('changes the plan, back to the one trial as well, and says why it did not', async ({
  server,
  superAdmin,
  harbor,
}) => {
  await server.sql`update business set plan = 'trial', trial_ends_at = now() - interval '3 days'
    where id = ${harbor.businessId}`
  const plan = () => server.sql`select plan from business where id = ${harbor.businessId}`
  await openTenant(superAdmin, harbor)
  await passwordGrowsOld(server)
  const openPlan = async () => {
    await press(`More actions for ${name}`)
    await press('Change Plan', screen, 'menuitem')
    return part('dialog', 'Change Plan')
  }
  const dialog = await openPlan()
  expect(isDisabled(dialog.getByRole('button', { name: 'Change Plan' }))).toBe(true)
  await press(/^Pro/, dialog, 'radio')
  await expectDisabledOffline('Change Plan', dialog)
  const mend = network.cut(ofBusiness)
  await press('Change Plan', dialog)
  await toast('Couldn’t save changes', cannotConnect)
  mend()
  expect(await plan()).toEqual([{ plan: 'trial' }])
  await press('Change Plan', dialog)
  await givePassword(testPassword)
  await toast(`${name} is on the Pro plan`)
  await expect.poll(() => detail('Plan')).toBe('Pro')
  expect(await plan()).toEqual([{ plan: 'pro' }])

  const again = await openPlan()
  await press(/^Trial/, again, 'radio')
  again.getByText(/^Each business gets one trial\. This one ended on \w+ \d+, \d{4}\.$/)
  await press('Cancel', again)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(await plan()).toEqual([{ plan: 'pro' }])
})

test('resets an owner’s two-step verification, and keeps the question after a failure', async ({
  server,
  superAdmin,
  harbor,
}) => {
  const { ownerEmail, staffEmail } = harbor
  await server.sql`update account set second_factor_since = now()
    where email in ${server.sql([ownerEmail, staffEmail])}`
  const since = (email: string) =>
    server.sql`select second_factor_since as since from account where email = ${email}`
  await openTenant(superAdmin, harbor)
  await passwordGrowsOld(server)
  const entry = 'Reset two-step verification for Test business_admin?'
  // Owners reset it for their staff.
  expect(screen.queryAllByRole('button', { name: /^Reset two-step/ })).toHaveLength(1)
  await press(entry)
  const question = await part('alertdialog', entry)
  question.getByText(/^They’ll be signed out everywhere/)
  await expectDisabledOffline('Reset', question)
  const mend = network.cut(ofBusiness)
  await press('Reset', question)
  await toast('Couldn’t reset two-step verification', cannotConnect)
  mend()
  await press('Reset', await part('alertdialog', entry))
  await press('Cancel', await passwordQuestion())
  await expect.poll(() => screen.queryByText('Confirm It’s You')).toBeNull()
  expect(await since(ownerEmail)).not.toEqual([{ since: null }])
  await press('Reset', await part('alertdialog', entry))
  await givePassword(testPassword)
  await toast('Two-step verification reset for Test business_admin')
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  await expect.poll(() => screen.queryByRole('button', { name: entry })).toBeNull()
  expect(await since(ownerEmail)).toEqual([{ since: null }])
  expect(await since(staffEmail)).not.toEqual([{ since: null }])
  const mails = await readMails(server, ownerEmail)
  expect(mails.map(({ text }) => text).join()).toContain('was reset')
})

test('mails the owner’s invite again after a question, once the server takes it', async ({
  server,
  superAdmin,
  harbor,
}) => {
  const { businessId } = harbor
  const [row] = await server.sql`select email from business where id = ${businessId}`
  const email = row?.email ?? ''
  await openTenant(superAdmin, harbor)
  await open(`/super-admin-dashboard/tenants/${businessId}?do=invite`)
  const question = await part('alertdialog', `Resend the invite for ${name}?`)
  question.getByText(`We’ll email ${email} a link to create the owner’s account.`)
  await passwordGrowsOld(server)
  await expectDisabledOffline('Resend Invite', question)
  const mend = network.cut(ofBusiness)
  await press('Resend Invite', question)
  await toast('Couldn’t send the invite', cannotConnect)
  mend()
  expect(await readMails(server, email)).toEqual([])
  await press('Resend Invite', question)
  await givePassword(testPassword)
  await toast('Invite sent', `We sent an invite for ${name} to ${email}.`)
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(await readMails(server, email)).toHaveLength(1)
})

test('shows ten lines of recent activity below a long visit, and its times', async ({
  server,
  superAdmin,
  harbor,
}) => {
  const { businessId } = harbor
  // On one day, so that its views are one visit.
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  yesterday.setHours(14, 40, 0, 0)
  await server.sql`insert into audit_record
    (business_id, id, happened_at, actor_kind, actor_id, act, outcome)
    select ${businessId}, gen_random_uuid(),
      ${yesterday.toISOString()}::timestamptz - n * interval '15 seconds', 'super_admin', id,
      'business.get', 'done' from account, generate_series(0, 140) n where email = ${superAdmin}`
  await server.sql`insert into audit_record
    (business_id, id, happened_at, actor_kind, act, outcome)
    select ${businessId}, gen_random_uuid(), now() - n * interval '3 days', 'business_admin',
      'business.changePlan', 'done' from generate_series(1, 20) n`
  await openTenant(superAdmin, harbor)
  const log = await part('table', 'Activity Log')
  const lines = (): HTMLElement[] => log.getAllByRole('row').slice(1)
  await expect.poll(() => lines().length).toBe(10)
  const times = () =>
    lines().map((line) => line.querySelector('time')?.textContent?.replace(/\s/g, ' '))
  expect(times()).toContainEqual(expect.stringMatching(/, \d{4} 2:05 – 2:40 PM$/))
})
