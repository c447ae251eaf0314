/** A card's change of the email that meets the undo of an earlier one. */
import { beforeAll, expect, test } from 'vitest'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()
let shop: TestBusiness
let visitor: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  visitor = new TestBrowser(running.url)
})

const someEmail = () => `new.${newId()}@example.com`
const maskOf = (email: string) => `${email[0]}•••${email.slice(email.indexOf('@'))}`
const press = (ticket: string) => visitor.call('mail.pressMemberEmail', { body: { ticket } })

async function ticketTo(email: string, kind: 'memberEmail' | 'memberEmailChanged') {
  const mail = (await readMails(running, email)).find((each) => each.kind === kind)
  if (!mail) throw new Error(`${email} got no ${kind}`)
  return new URL(linkIn(mail)).hash.slice(1)
}

test('a change that a card asks for while the undo is under way doesn’t outlive it', async () => {
  const victim = { ...signUpPayload(), id: newKey() }
  const former = victim.email
  await visitor.call('customer.signUp', { params: { code: shop.code }, body: victim })
  const change = (email: string, seen: string) =>
    visitor.call('customer.change', {
      params: { customerId: victim.id },
      body: { changes: { email }, seen: { email: maskOf(seen) } },
    })
  const stolen = someEmail()
  await change(stolen, former)
  await press(await ticketTo(stolen, 'memberEmail'))
  const undo = await ticketTo(former, 'memberEmailChanged')
  const next = someEmail()
  const asked: Promise<{ status: number }>[] = []
  await running.sql.begin(async (holding) => {
    await holding`select from business_version
      where business_id = ${shop.businessId} for update`
    asked.push(press(undo))
    await untilWaiting(running)
    // The mask of the address that the undo restores.
    asked.push(change(next, former))
    await untilWaiting(running, 2)
  })
  expect(await Promise.all(asked)).toMatchObject([{ status: 200 }, { status: 404 }])
  const [row] =
    await running.sql`select email, pending_email from customer where id = ${victim.memberId}`
  expect(row).toEqual({ email: former, pending_email: null })
  expect(await readMails(running, next)).toEqual([])
})
