/**
 * A campaign from the owner's form to the coupon on a member's card, its use at the counter and the
 * owner's results; and unsubscribing by the link in a mail.
 */
import { randomUUID } from 'node:crypto'
import { deep } from '#tests/support/level.ts'
import { expectAccessible } from './support/accessible.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail } from './support/mail.ts'
import { join } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

test('Back asks before it drops a half-filled campaign', async ({ app, browser }) => {
  const office = await browser.newContext({ viewport: phone, ...withoutWorker })
  const page = await office.newPage()
  await signIn(page, app, app.owner)
  await page.goto(`${app.url}/business-dashboard?tab=rewards`)
  await page.getByRole('link', { name: 'Campaigns' }).first().click()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  const form = page.getByRole('dialog', { name: 'Create Campaign' })
  await form.getByLabel('Name').fill('Spring treat')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const back = () => page.evaluate(() => history.back())
  await back()
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Spring treat')
  await back()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(form).toBeHidden()
  await office.close()
})

test(
  'a campaign goes from the form to the card, the counter and the results; a member unsubscribes',
  deep,
  async ({ app, browser }) => {
    const email = 'zelda@example.com'
    // On some days of the week, members of the demo joined today.
    await app.sql`update customer set created_at = created_at - interval '2 days'
      where business_id = ${app.businessId}`
    await join(app, { firstName: 'Zelda', email, marketingEmailConsent: true })
    await join(app, { firstName: 'Quiet', email: 'quiet@example.com' })
    const office = await browser.newContext({ viewport: desktop, ...withoutWorker })
    const page = await office.newPage()
    await signIn(page, app, app.owner)
    await page.getByRole('link', { name: 'Rewards' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    const form = page.getByRole('dialog', { name: 'Create Campaign' })
    await form.getByRole('radio', { name: 'One-time' }).check()
    await form.getByLabel('Points, at least').fill('99')
    await form.getByLabel('Joined in the last (days)').fill('1')
    await expect(form.getByText('Reaches 1 member right now')).toBeVisible()
    await expect(form.getByText('Zelda Counter')).toBeVisible()
    await expect(form.getByText(/^\d+ more fits? but/)).toBeVisible()
    await form.getByLabel('Name').fill('')
    await form.getByRole('button', { name: 'Save Campaign' }).click()
    await expect(form.getByText('Name is required')).toBeVisible()
    await form.getByLabel('Name').fill('Spring treat')
    await form.getByLabel('Percent off').fill('20')
    await form.getByLabel('Subject').fill('A treat for you')
    await form.getByLabel('Message').fill('Come by for a slice.')
    const preview = form.getByRole('figure', { name: 'What Members Get' })
    await expect(preview.getByText('Come by for a slice.')).toBeInViewport()
    const { x: right } = (await preview.boundingBox()) ?? { x: 0 }
    const field = await form.getByLabel('Message').boundingBox()
    expect(right).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0))
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save Campaign' }).click()
    const question = page.getByRole('alertdialog', { name: 'Start “Spring treat”?' })
    await expect(question.getByText('Reaches 1 member right now')).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Start Campaign' }).click()
    await expectToast(page, 'Campaign saved')
    const row = page.getByRole('row').filter({ hasText: 'Spring treat' })
    await expect(row).toContainText('20% off, valid for 30 days')
    await expect(row.getByText('Finished')).toBeVisible({ timeout: 20_000 })
    // A finished campaign can't be edited, so the menu is its only button.
    await expect(row.getByRole('button')).toHaveAccessibleName('More for Spring treat')

    const mail = await awaitMail(app, email, 'offer')
    expect(mail.subject).toBe('A treat for you')
    const [card = ''] = /http\S+\/customer\/\S+/.exec(mail.text) ?? []
    const [leave = ''] = /http\S+\/unsubscribe\/\S+/.exec(mail.text) ?? []
    const pocket = await browser.newContext({ viewport: phone, ...withoutWorker })
    const own = await pocket.newPage()
    await own.goto(card)
    const coupon = own.getByRole('listitem').filter({ hasText: 'Spring treat' })
    await expect(coupon).toContainText('20% off')
    const code = /[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}/.exec(
      (await coupon.textContent()) ?? '',
    )?.[0]
    expect(code).toBeDefined()
    expect(new URL(own.url()).search).toBe('')

    const used = await page.request.post(`${app.url}/api/sync/push`, {
      headers: { Origin: app.url },
      data: {
        outboxId: randomUUID(),
        deviceNow: new Date().toISOString(),
        operations: [
          {
            operationId: randomUUID(),
            seq: 1,
            name: 'coupon.use',
            v: 2,
            madeAt: new Date().toISOString(),
            payload: { code },
          },
        ],
      },
    })
    expect((await used.json()).verdicts).toMatchObject([{ status: 'applied' }])
    await page.reload()
    await expect(row.getByRole('cell')).toContainText(['1', '0', '1', '1', '$0.00'])

    await own.goto(leave)
    await expect(own.getByRole('heading', { name: 'Stop marketing emails?' })).toBeVisible()
    await expectAccessible(own)
    await own.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(own.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
    await own.reload()
    await expect(own.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
    await pocket.close()
    await office.close()
  },
)
