/**
 * An owner's campaigns: the form's checks and preview, every state of the list, and refusals.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { formatLongDay } from '#pwa/texts/format.ts'
import { couponTerm } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { otherDevice } from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, findField, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

async function openCampaigns({ ownerEmail }: TestBusiness) {
  await signIn(ownerEmail)
  await open('/business-dashboard/campaigns')
}

const campaignsOf = ({ sql }: TestServer, { businessId }: TestBusiness) =>
  sql`select name, coupon_days as days, is_active as active from campaign
    where business_id = ${businessId} order by name`
const row = (name: RegExp) => screen.findByRole('row', { name })

test('an empty list offers a first campaign, whose form names what is wrong and whom it reaches', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  await openCampaigns(shop)
  await screen.findByText(/^No campaigns yet\./)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  await press(/^Win-back/, form, 'radio')
  await form.findByText('Reaches nobody right now')
  form.getByText('No member meets these conditions. Choose wider ones to reach someone.')
  await fill('Name', '', form)
  await fill('Subject', '', form)
  await fill('Message', '', form)
  await fill('Valid for (days)', '', form)
  const preview = within(await screen.findByRole('figure', { name: 'What Members Get' }))
  for (const blank of ['No subject yet', 'No message yet', 'Your coupon for … is on your card.']) {
    preview.getByText(blank)
  }
  await press('Save Campaign', form)
  for (const [label, sentence] of [
    ['Name', 'Name is required'],
    ['Percent off', 'Enter a discount like 10 or 2.50'],
    ['Subject', 'Subject is required'],
    ['Message', 'Message is required'],
  ] as const) {
    await expectInvalid(label, sentence)
  }
  await fill('Days without a visit', '0', form)
  await fill('Percent off', '101', form)
  await fill('Valid for (days)', '366', form)
  await press('Save Campaign', form)
  await expectInvalid('Days without a visit', 'Enter 1 or more')
  await expectInvalid('Percent off', 'A percentage can be at most 100')
  await expectInvalid('Valid for (days)', 'Enter a whole number up to 365')
  expect(await campaignsOf(server, shop)).toEqual([])
  await fill('Days without a visit', '45', form)
  await fill('Percent off', '20', form)
  await fill('Valid for (days)', '14', form)
  await fill('Name', 'We miss you', form)
  await fill('Subject', 'It has been a while', form)
  await fill('Message', 'Come by for a slice.', form)
  await press(/^Start right away/, form, 'switch')
  await press('Save Campaign', form)
  await toast('Campaign saved', '“We miss you” is saved as paused.')
  const made = within(await row(/We miss you/))
  made.getByText(/^No visit for 45 days/)
  await made.findByText('Paused')
  expect(await campaignsOf(server, shop)).toEqual([
    { name: 'We miss you', days: 14, active: false },
  ])
  expect(await campaignsOf(server, other)).toEqual([])
})

test.for([
  [
    'en',
    ['Create Campaign', 'Name', 'Subject', 'Message', 'What Members Get'],
    ['Birthday treat', 'Happy birthday! A treat is waiting', /^Your birthday is a good reason/],
    [
      'Win-back',
      'Welcome back treat',
      'It’s been a while. A treat is waiting',
      /^We haven’t seen you for a while/,
    ],
    [
      'Points milestone',
      'Milestone treat',
      'You reached a milestone. A treat is waiting',
      /^You’ve collected a lot of points/,
    ],
    [
      'One-time',
      'A treat for you',
      'A treat is waiting on your card',
      /^Thank you for being a member/,
    ],
  ],
  [
    'es',
    ['Crear campaña', 'Nombre', 'Asunto', 'Mensaje', 'Lo que reciben los miembros'],
    ['Regalo de cumpleaños', '¡Feliz cumpleaños! Te espera un regalo', /^Tu cumpleaños es/],
    [
      'Recuperar clientes',
      'Regalo por volver',
      'Te extrañamos. Te espera un regalo',
      /^Hace tiempo que no te vemos/,
    ],
    [
      'Meta de puntos',
      'Regalo por tus puntos',
      'Llegaste a la meta. Te espera un regalo',
      /^Has reunido muchos puntos/,
    ],
    ['Única', 'Un regalo para ti', 'Te espera un regalo en tu tarjeta', /^Gracias por ser miembro/],
  ],
] as const)(
  'in %s, each kind proposes its own name, subject and message, and keeps edited ones',
  async ([language, labels, birthday, winBack, points, once], { server }) => {
    const [create, name, subject, message, mail] = labels
    const shop = await createTestBusiness(server)
    await prefer(language)
    await openCampaigns(shop)
    await press(create)
    const form = await part('dialog', create)
    const preview = within(await screen.findByRole('figure', { name: mail }))
    const proposed = () => [name, subject, message].map((label) => fieldOf(label).value)
    const matching = (wanted: readonly (string | RegExp)[]) =>
      wanted.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
    const choose = (kind: string) => press(new RegExp(`^${kind}`), form, 'radio')
    expect(proposed()).toEqual(matching(birthday))
    preview.getByText(birthday[1])
    for (const [kind, ...proposals] of [winBack, points, once]) {
      await choose(kind)
      await expect.poll(proposed).toEqual(matching(proposals))
      await preview.findByText(proposals[1])
      await preview.findByText(proposals[2])
    }
    await fill(subject, 'Rain or shine', form)
    await choose(winBack[0])
    await expect.poll(proposed).toEqual(matching([winBack[1], 'Rain or shine', winBack[3]]))
    await fill(name, '', form)
    await fill(message, 'Come by for a slice.', form)
    await choose(points[0])
    expect(proposed()).toEqual(['', 'Rain or shine', 'Come by for a slice.'])
    preview.getByText('Rain or shine')
  },
)

test('each kind keeps what was typed for it while another one is chosen', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openCampaigns(shop)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  const choose = (kind: RegExp) => press(kind, form, 'radio')
  const valueIn = async (label: string) => (await findField(label, form)).value
  await choose(/^One-time/)
  await fill('Points, at least', '120', form)
  await choose(/^Win-back/)
  expect(await valueIn('Days without a visit')).toBe('60')
  await fill('Days without a visit', '45', form)
  await choose(/^One-time/)
  expect(await valueIn('Points, at least')).toBe('120')
  await fill('Points, at least', '', form)
  await choose(/^Win-back/)
  expect(await valueIn('Days without a visit')).toBe('45')
  await choose(/^One-time/)
  expect(await valueIn('Points, at least')).toBe('')
})

test('the browser asks before a reload drops a half-filled campaign, and only then', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await openCampaigns(shop)
  const asksBeforeReload = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  expect(asksBeforeReload()).toBe(false)
  await fill('Subject', 'Rain day', form)
  await expect.poll(asksBeforeReload).toBe(true)
  await press('Cancel', form)
  await press('Leave', await part('alertdialog', 'Leave without saving?'))
  await expect.poll(asksBeforeReload).toBe(false)
})

test('the preview has the coupon’s last day and the sender’s address, as the mail has them', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await openCampaigns(shop)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  await fill('Percent off', '20', form)
  await fill('Valid for (days)', '14', form)
  const [business] = await server.sql<{ address: string; timeZone: string | null }[]>`
    select postal_address as address, time_zone as "timeZone" from business
    where id = ${shop.businessId}`
  const { expiresOn } = couponTerm(new Date(), 14, timeZoneOf(business ?? null))
  const preview = within(await screen.findByRole('figure', { name: 'What Members Get' }))
  const day = formatLongDay(expiresOn)
  expect(day).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
  await preview.findByText(`Your coupon for 20% off is on your card. Use it by ${day}.`)
  preview.getByText(new RegExp(`${business?.address}$`))
})

test.for([
  [
    'en',
    'Create Campaign',
    'Days before the birthday',
    'No known birthday is today',
    'or tomorrow',
    'or in the next 3 days',
    'Each member gets it when theirs comes.',
  ],
  [
    'es',
    'Crear campaña',
    'Días antes del cumpleaños',
    'Ningún cumpleaños conocido es hoy',
    'ni mañana',
    'ni en los próximos 3 días',
    'Cada miembro la recibe cuando llega el suyo.',
  ],
] as const)(
  'in %s, a birthday campaign that reaches nobody says why',
  async ([language, create, daysBefore, none, tomorrow, ahead, later], { server }) => {
    const shop = await createTestBusiness(server)
    await prefer(language)
    await openCampaigns(shop)
    await press(create)
    const form = await part('dialog', create)
    await form.findByText(`${none} ${ahead}. ${later}`)
    await fill(daysBefore, '1', form)
    await form.findByText(`${none} ${tomorrow}. ${later}`)
    await fill(daysBefore, '0', form)
    await form.findByText(`${none}. ${later}`)
    const { memberId } = await (await otherDevice(server, shop)).join('Ermengard')
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
      .format(Date.now())
      .slice(5)
    await server.sql`update customer set birthday = ${day} where id = ${memberId}`
    await fill(daysBefore, '3', form)
    await expect.poll(() => form.queryByText(new RegExp(`^${none}`))).toBeNull()
    await form.findByText(/^1 /)
  },
)

test('an edited campaign keeps its texts when its kind changes', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const terms = campaignTerms({ name: 'Birthday treat', isActive: false })
  await owner.push(owner.make('campaign.create', { campaignId: newId(), ...terms }))
  await openCampaigns(shop)
  await press('More for Birthday treat')
  await press('Edit Campaign', screen, 'menuitem')
  const form = await part('dialog', 'Edit Campaign')
  for (const kind of [/^Birthday/, /^Win-back/]) {
    await press(kind, form, 'radio')
    expect(fieldOf('Name').value).toBe('Birthday treat')
    expect(fieldOf('Subject').value).toBe(terms.subject)
  }
})

test('shows which campaigns send, pause and are finished, and removes one after a question', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const birthday = { kind: 'birthday', daysBefore: 0, timeZone: 'UTC' } as const
  const make = (name: string, changes = {}) =>
    owner.make('campaign.create', { campaignId: newId(), ...campaignTerms({ name, ...changes }) })
  const { body } = await owner.push(
    make('Running', { audience: birthday }),
    make('Halted', { isActive: false }),
    make('Going out'),
    make('Gone out'),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(Array(4).fill('applied'))
  await server.sql`update campaign set finished_at = now() where name = 'Gone out'`
  await openCampaigns(shop)
  for (const [name, state] of [
    ['Running', 'Active'],
    ['Halted', 'Paused'],
    ['Going out', 'Sending'],
    ['Gone out', 'Finished'],
  ]) {
    within(await row(new RegExp(`${name}`))).getAllByText(`${state}`)
  }
  await press('More for Gone out')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Remove',
  ])
  await press('Remove', screen, 'menuitem')
  const question = await part('alertdialog', 'Remove this campaign?')
  await press('Remove', question)
  await toast('Campaign removed', '“Gone out” is off the list.')
  await expect.poll(() => screen.queryByRole('row', { name: /Gone out/ })).toBeNull()
})

test('a list that fails to load says why, and a refused change leads to the latest campaign', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const terms = campaignTerms({ isActive: false })
  await owner.push(owner.make('campaign.create', { campaignId: newId(), ...terms }))
  const mend = network.answer(/\/campaigns$/, 503, {
    code: 'unavailable',
    message: 'Try again in a moment.',
    requestId: 'r-11',
  })
  await openCampaigns(shop)
  await screen.findByText(/r-11/)
  mend()
  await press('Try Again')
  await row(/Spring treat/)
  await server.sql`update campaign set revision = gen_random_uuid()`
  await press('More for Spring treat')
  await press('Resume', screen, 'menuitem')
  await press('Resume Campaign', await part('alertdialog', 'Resume “Spring treat”?'))
  await screen.findByRole('link', { name: '1 needs attention' })
  await open('/outbox')
  await screen.findByText(/Someone else changed this campaign/)
  expect(await campaignsOf(server, shop)).toMatchObject([{ active: false }])
})

test('a points milestone is saved offline, sent later, and edited', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await (await otherDevice(server, shop)).join('Ermengard')
  await openCampaigns(shop)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  await press(/^Points milestone/, form, 'radio')
  expect((await findField('Points', form)).value).toBe('500')
  await form.findByText('Reaches nobody right now')
  for (const wrong of ['0', '-5', '1.5', 'many', '']) {
    await fill('Points', wrong, form)
    await press('Save Campaign', form)
    await expectInvalid('Points', /^Enter /)
  }
  await fill('Points', '100', form)
  await form.findByText('1 more fits but hasn’t agreed to marketing emails.')
  const mend = network.cut()
  await fill('Points', '150', form)
  await form.findByText('You’re offline, so we can’t count who gets it.')
  await fill('Name', 'Hundred and more', form)
  await fill('Percent off', '20', form)
  await fill('Subject', 'You did it', form)
  await fill('Message', 'Come by for a slice.', form)
  const preview = within(await screen.findByRole('figure', { name: 'What Members Get' }))
  preview.getByText('You did it')
  preview.getByText(/^Your coupon for 20% off is on your card\. Use it by /)
  await press('Save Campaign', form)
  const question = await part('alertdialog', 'Start “Hundred and more”?')
  await question.findByText('You’re offline, so we can’t count who gets it.')
  await press('Cancel', question)
  expect((await findField('Name', form)).value).toBe('Hundred and more')
  await press('Save Campaign', form)
  await press('Start Campaign', await part('alertdialog', /^Start “/))
  await toast('Campaign saved', '“Hundred and more” is saved and starts once it syncs.')
  within(await row(/Hundred and more.*Reached 150 points/)).getByText('Saved here')
  expect(await campaignsOf(server, shop)).toEqual([])
  mend()
  window.dispatchEvent(new Event('online'))
  await within(await row(/Hundred and more/)).findByText('Active')

  await press('More for Hundred and more')
  await press('Edit Campaign', screen, 'menuitem')
  const edited = await part('dialog', 'Edit Campaign')
  expect((await findField('Points', edited)).value).toBe('150')
  await fill('Points', '250', edited)
  await press('Save Campaign', edited)
  await toast('Campaign saved', '“Hundred and more” is saved.')
  await row(/Reached 250 points/)
  const audiences = () =>
    server.sql`select audience from campaign where business_id = ${shop.businessId}`
  await expect.poll(audiences).toEqual([{ audience: { kind: 'points', points: 250 } }])
})

test('a one-time campaign names a range of points that is the wrong way round', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await openCampaigns(shop)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  await press(/^One-time/, form, 'radio')
  await fill('Points, at least', '200', form)
  await fill('Points, at most', '100', form)
  await press('Save Campaign', form)
  await form.findByText('The most points can’t be fewer than the least')
  expect(await campaignsOf(server, shop)).toEqual([])
})

test('resuming asks with the number of members who have no coupon yet', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const campaignId = newId()
  await owner.push(
    owner.make('campaign.create', { campaignId, ...campaignTerms({ isActive: false }) }),
  )
  await server.sql`insert into customer (business_id, id, first_name, last_name, email, email_key,
      mailbox_key, marketing_email, welcome, address_proved_at, created_at, version)
    select ${shop.businessId}, gen_random_uuid(), name, 'Lee', mail, mail, mail, true, 'refused',
      now(), now(), 0
    from (values ('Ermengard', 'e@example.com'), ('Ida', 'i@example.com')) as p(name, mail)`
  await server.sql`insert into campaign_recipient
      (business_id, campaign_id, member_id, entry, coupon_id, issued_at)
    select business_id, ${campaignId}, id, 'once', gen_random_uuid(), now() from customer
    where business_id = ${shop.businessId} and first_name = 'Ida'`
  await openCampaigns(shop)
  const resume = async () => {
    await press('More for Spring treat')
    await press('Resume', screen, 'menuitem')
    return part('alertdialog', 'Resume “Spring treat”?')
  }
  const question = await resume()
  await question.findByText('Reaches 1 member right now')
  question.getByText('Ermengard Lee')
  await press('Cancel', question)
  expect(await campaignsOf(server, shop)).toMatchObject([{ active: false }])
  await press('Resume Campaign', await resume())
  await toast('Campaign resumed', '“Spring treat” goes on where it stopped.')
  await expect.poll(() => campaignsOf(server, shop)).toMatchObject([{ active: true }])
})

test('an owner mails themselves a test of what the form holds, once online', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await openCampaigns(shop)
  await press('Create Campaign')
  const form = await part('dialog', 'Create Campaign')
  await fill('Message', '', form)
  await press('Send Me a Test', form)
  await form.findByText('Fill in the subject, the message and the coupon first.')
  await fill('Percent off', '20', form)
  await fill('Subject', 'Rain day', form)
  await fill('Message', 'Come by for a slice.', form)
  const mend = network.cut()
  await press('Send Me a Test', form)
  await toast('Test not sent', /internet|connection/i)
  await form.findByText('You’re offline. Connect to the internet to send yourself a test.')
  mend()
  window.dispatchEvent(new Event('online'))
  await form.findByText('Goes to your own email and counts nowhere.')
  await press('Send Me a Test', form)
  await toast('Test sent', `Look for it at ${shop.ownerEmail}.`)
  const mailed = server.sql`
    select recipient from email_queue where kind = 'offerTest' and recipient = ${shop.ownerEmail}`
  expect(await mailed).toEqual([{ recipient: shop.ownerEmail }])
  expect(await campaignsOf(server, shop)).toEqual([])
})
