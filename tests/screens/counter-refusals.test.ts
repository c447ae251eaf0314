/** Refused work at the counter: what the notice says, and where each of its next steps leads. */
import { screen, within } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  eraseMember,
  find,
  goOffline,
  linesOf,
  type Member,
  otherDevice,
  pane,
  sell,
  startShift,
} from './support/at-counter.ts'
import { prefer } from './support/browser.ts'
import { fill, findField, part, press, says, user } from './support/hands.ts'
import { ownerOf } from './support/owner-elsewhere.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const test = base
  /** Each test changes its own business, whose reward costs 50 points. */
  .extend('cafe', async ({ server }) => createTestBusiness(server))
  .extend('other', async ({ server, cafe }) => otherDevice(server, cafe))

const words = {
  en: {
    attention: 'Needs attention',
    openMember: 'Open Member',
    newMember: 'New Member',
    redeem: /^Redeem Coffee/,
  },
  es: {
    attention: 'Requiere atención',
    openMember: 'Abrir miembro',
    newMember: 'Nuevo miembro',
    redeem: /^Canjear Coffee/,
  },
}
const isOutside = (card: Element | null) => (part: Element) => !card?.contains(part)
type Other = Awaited<ReturnType<typeof otherDevice>>

const attention = async (name = words.en.attention) => within(await pane(name))

/** Redeems the reward on another device. */
async function redeem({ device }: Other, { memberId }: Member, rewardId: string, times: number) {
  const payloads = Array.from({ length: times }, () => ({ couponId: newId(), memberId, rewardId }))
  const { body } = await device.push(
    ...payloads.map((payload) => device.make('reward.redeem', { ...payload, pointsSeen: 50 })),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(payloads.map(() => 'applied'))
}

test('shows the newest two refused changes and leads to all of them', async ({
  server,
  cafe,
  other,
}) => {
  const member = await other.join('Ethelburga')
  await startShift(cafe, member)
  const mend = await goOffline()
  for (const amount of ['1.00', '2.00', '3.00']) {
    await find(member.name)
    await findField('Amount')
    await sell(amount)
  }
  await eraseMember(server, member)
  mend()
  const region = await attention()
  await region.findByRole('link', { name: 'See All' })
  const told = region
    .getAllByText(says(/^Purchase was refused: /))
    .map(({ textContent }) => textContent)
  expect(told.map((text) => text?.match(/\$\d/)?.[0])).toEqual(['$3', '$2'])
  await press('See All', region, 'link')
  for (const amount of ['$1.00', '$2.00', '$3.00'])
    await screen.findByText(new RegExp(`^\\${amount} for `))
  expect(screen.getAllByText('This customer has left the program.')).toHaveLength(3)
})

test.for(['en', 'es'] as const)(
  'in %s, leads from a redemption without enough points to the member, who can earn and redeem',
  async (language, { server, cafe, other }) => {
    const { attention: name, openMember, redeem: button } = words[language]
    const member = await other.join('Withburga')
    await prefer(language)
    await startShift(cafe, member)
    await find(member.name)
    const mend = await goOffline()
    await press(button)
    await redeem(other, member, cafe.rewardId, 2)
    mend()
    const region = await attention(name)
    await region.findByText(
      /^(Not enough points: .* costs 50, and the balance is 0|No hay puntos .* cuesta 50 y el saldo es de 0)\.$/,
    )
    region.getByText(
      /^(Choose another reward, or record a purchase first|Elige otra recompensa o reg)/,
    )
    await press(openMember, region)
    await screen.findByText(says(/^(50 points until|Faltan 50 puntos para) Coffee$/))
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    await sell('50.00')
    await find(member.name)
    await press(button)
    await screen.findByRole('img', { name: /^(QR code of coupon|Código QR del cupón) / })
    expect(await linesOf(server, member.email)).toEqual([
      ...['purchase 50', 'redemption -50', 'redemption -50', 'redemption -50', 'welcome 100'],
    ])
  },
)

test('beside another member, a refusal is one line with its own member’s name', async ({
  cafe,
  other,
}) => {
  const [member, next] = [await other.join('Eadburga'), await other.join('Mildburga')]
  await startShift(cafe, member, next)
  await find(member.name)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)')
  await press('Done')
  await redeem(other, member, cafe.rewardId, 2)
  await find(next.name)
  await findField('Amount')
  mend()
  const region = await attention()
  const line = await region.findByText(says(`${member.name}: Redemption was refused`))
  const card = line.closest('details')
  expect(card?.open).toBe(false)
  await user.click(line)
  expect(card?.open).toBe(true)
  region.getByText(`Coffee for ${member.name}`)
  region.getByText('Choose another reward, or record a purchase first.')
  await press('Open Member', region)
  await region.findByText(says(`Redemption was refused: Coffee for ${member.name}`))
  expect(region.queryByText(says(`${member.name}: Redemption was refused`))).toBeNull()
})

test('beside another member, several refusals are one line, which opens to all', async ({
  server,
  cafe,
  other,
}) => {
  const [member, next] = [await other.join('Eormenhild'), await other.join('Mildthryth')]
  await startShift(cafe, member, next)
  const mend = await goOffline()
  for (const amount of ['1.00', '2.00', '3.00']) {
    await find(member.name)
    await findField('Amount')
    await sell(amount)
  }
  await eraseMember(server, member)
  await find(next.name)
  await findField('Amount')
  mend()
  const region = await attention()
  const line = await region.findByText(says(/Purchase was refused.*, 2 more$/))
  const card = line.closest('details')
  expect(card?.open).toBe(false)
  expect(region.getAllByText(says(/was refused/)).filter(isOutside(card))).toEqual([])
  expect(region.queryAllByRole('group')).toHaveLength(1)
  await user.click(line)
  expect(card?.open).toBe(true)
  expect(region.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3)
  for (const button of region.getAllByRole('button', { name: 'Dismiss' }).slice(1))
    await user.click(button)
  await region.findByText(says(/Purchase was refused: /))
  expect(region.queryByText(says(/ more$/))).toBeNull()
})

test('leads from a changed price to the member, who redeems at the new one', async ({
  server,
  cafe,
  other,
}) => {
  const member = await other.join('Osburga')
  await startShift(cafe, member)
  await find(member.name)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)')
  await (await ownerOf(server, cafe)).change(cafe.rewardId, { pointsRequired: 60 })
  mend()
  const region = await attention()
  await region.findByText(/^This reward now costs 60 points\./)
  region.getByText('Open the member and redeem again at the new price.')
  await press('Open Member', region)
  await press('Redeem Coffee (60 points)')
  await screen.findByRole('img', { name: /^QR code of coupon / })
  expect(await linesOf(server, member.email)).toEqual(['redemption -60', 'welcome 100'])
})

test.for([
  ['reward_sold_out', { stock: 1 }, 1, 'This reward is sold out.'],
  ['reward_limit_reached', { limitPerMember: 1 }, 1, /^This member has already redeemed this/],
  ['reward_unavailable', { isActive: false }, 0, 'This reward is no longer offered.'],
] as const)(
  'names another reward as the next step after %s',
  async ([, terms, redeemedBefore, why], { server, cafe, other }) => {
    const member = await other.join('Sexburga')
    const owner = await ownerOf(server, cafe)
    await owner.offer('Tea', 20)
    await startShift(cafe, member)
    await find(member.name)
    const mend = await goOffline()
    await press('Redeem Coffee (50 points)')
    await owner.change(cafe.rewardId, terms)
    if (redeemedBefore > 0) await redeem(other, member, cafe.rewardId, redeemedBefore)
    mend()
    const region = await attention()
    await region.findByText(why)
    region.getByText('Choose another reward.')
    await press('Open Member', region)
    await press('Rewards', screen, 'tab')
    const tea = (await screen.findByText('Tea')).closest('li') as HTMLElement
    await press('Redeem', within(tea))
    await screen.findByRole('img', { name: /^QR code of coupon / })
  },
)

test('says of an undo whose points are spent to ask the owner, and shows the balance', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Edburga')
  await startShift(cafe, member)
  await find(member.name)
  await sell('60.00')
  await allSent()
  const mend = await goOffline()
  await press('Undo')
  await screen.findByText(says(`$60.00 for ${member.name} was undone.`))
  await redeem(other, member, cafe.rewardId, 3)
  mend()
  const region = await attention()
  await region.findByText(/^The customer already spent these points/)
  region.getByText('The points are spent already, so ask the owner.')
  expect(screen.queryByText(says(`$60.00 for ${member.name} was undone.`))).toBeNull()
  await press('Open Member', region)
  await within(await pane(member.name)).findByText('10 points')
  await press('Dismiss', region)
  await allSent()
})

test('leads from a refused correction to the member, who can be corrected again', async ({
  server,
  cafe,
  other,
}) => {
  const { device, join } = other
  const member = await join('Wulfhild')
  await startShift(cafe, member)
  await find(member.name)
  const mend = await goOffline()
  await press('Edit Details')
  await fill('Last name', 'Late')
  await press('Save Details')
  await toast('Details saved')
  const { memberId } = member
  const correction = { changes: { lastName: 'First' }, seen: { lastName: 'Okonkwo' } }
  await device.push(device.make('customer.change', { memberId, ...correction }))
  mend()
  const region = await attention()
  await region.findByText(/^Someone else changed these details/)
  region.getByText('Open the member, and correct what is still wrong.')
  await press('Back to search')
  await press('Open Member', region)
  await press('Edit Details', within(await pane('Wulfhild First')))
  await fill('Last name', 'Last', await part('dialog', 'Edit Details'))
  await press('Save Details')
  await pane('Wulfhild Last')
  await press('Dismiss', region)
  await allSent()
  expect(await server.sql`select last_name from customer where id = ${memberId}`).toEqual([
    { last_name: 'Last' },
  ])
})

test.for(['en', 'es'] as const)(
  'in %s, leads from a sale to an erased member to the form of a new one',
  async (language, { server, cafe, other }) => {
    const { attention: name, openMember, newMember } = words[language]
    const member = await other.join('Cyneburga')
    await prefer(language)
    await startShift(cafe, member)
    await find(member.name)
    const mend = await goOffline()
    await findField(/^(Amount|Importe)$/)
    await sell('8.00')
    await eraseMember(server, member)
    mend()
    const region = await attention(name)
    await region.findByText(/^(Sign the customer up again|Inscribe de nuevo al cliente)/)
    expect(region.queryByRole('button', { name: openMember })).toBeNull()
    await press(newMember, region)
    await fill(/^(First name|Nombre)/, 'Cyneburga')
    await fill(/^(Last name|Apellido)/, 'Again')
    await fill(/^(Email|Correo)/, member.email)
    await press(/^(Accept and Sign Up|Aceptar e inscribir)/)
    await pane('Cyneburga Again')
    await expect.poll(() => linesOf(server, member.email)).toContainEqual('welcome 100')
  },
)
