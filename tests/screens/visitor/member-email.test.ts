/** A new email for a card: the form on the card, and the pages behind the mailed links. */
import { screen } from '@testing-library/dom'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { goOffline, joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { open, prefer } from '#tests/screens/support/browser.ts'
import { fieldOf, fill, press } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import type { TestServer } from '#tests/support/server.ts'

async function openOwnData(customerId: string, title: string): Promise<void> {
  await open(`/customer/${customerId}`)
  const summary = await screen.findByText(title)
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
}

/** The address of the newest link of this kind that was mailed there. */
async function mailed(server: TestServer, email: string, kind: string): Promise<string> {
  const mail = (await readMails(server, email)).find((each) => each.kind === kind)
  if (!mail) throw new Error(`${email} got no ${kind}`)
  const { pathname, hash } = new URL(linkIn(mail))
  return pathname + hash
}

const stored = ({ sql }: TestServer, memberId: string) =>
  sql`select email, marketing_email as marketing from customer where id = ${memberId}`

test.for([
  [
    'en',
    ['Privacy and My Data', 'Email', 'Save Details', 'Details saved'],
    [/^Your email on file is /, 'Enter a valid email, like name@example.com'],
    [/We emailed a link to your new address\./, /^Waiting for you to confirm n•••@example\.com\./],
    ['Use this email?', 'Use This Email', 'Your email is changed', /^Email me news and offers/],
    ['Restore this email?', 'Restore Email', 'Your email is restored'],
  ],
  [
    'es',
    ['Privacidad y mis datos', 'Correo', 'Guardar datos', 'Datos guardados'],
    [/^Tu correo guardado es /, 'Escribe un correo válido, como name@example.com'],
    [/Enviamos un enlace a tu dirección nueva\./, /^Falta que confirmes n•••@example\.com\./],
    [
      '¿Usar este correo?',
      'Usar este correo',
      'Se cambió tu correo',
      /^Quiero recibir novedades y ofertas/,
    ],
    ['¿Recuperar este correo?', 'Recuperar el correo', 'Se recuperó tu correo'],
  ],
] as const)(
  'in %s, a member changes their email, and the former mailbox takes it back',
  async ([
    language,
    [title, label, save, saved],
    [hint, invalid],
    [sent, waiting],
    confirm,
    restore,
  ], { server, shop }) => {
    const answers = { marketingEmailConsent: true }
    const { customerId, memberId, email: former } = await joinElsewhere(server, shop, answers)
    const email = `new.${newId()}@example.com`
    await prefer(language)
    await openOwnData(customerId, title)
    await screen.findByText(hint)
    await fill(label, 'new@example')
    await press(save)
    await screen.findByText(invalid)
    await fill(label, email)
    await press(save)
    await toast(saved, sent)
    await screen.findByText(waiting)
    expect(fieldOf(label).value).toBe('')
    expect(await stored(server, memberId)).toEqual([{ email: former, marketing: true }])

    const [question, act, done, marketing] = confirm
    await open(await mailed(server, email, 'memberEmail'))
    await screen.findByRole('heading', { name: question })
    expect(await stored(server, memberId)).toEqual([{ email: former, marketing: true }])
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: marketing })
    expect(box.checked).toBe(false)
    const comeBack = goOffline()
    await press(act)
    await screen.findByRole('alert')
    comeBack()
    await press(marketing, screen, 'checkbox')
    // A screen reader announces a change of the region, not another region.
    const regionOf = (heading: HTMLElement) => heading.closest('[role=status]')
    const region = regionOf(screen.getByRole('heading', { name: question }))
    await press(act)
    expect(regionOf(await screen.findByRole('heading', { name: done }))).toBe(region)
    expect(await stored(server, memberId)).toEqual([{ email, marketing: true }])

    const [back, undo, undone] = restore
    await open(await mailed(server, former, 'memberEmailChanged'))
    await screen.findByRole('heading', { name: back })
    expect(screen.queryByRole('checkbox')).toBe(null)
    await press(undo)
    await screen.findByRole('heading', { name: undone })
    expect(await stored(server, memberId)).toEqual([{ email: former, marketing: false }])
    await open(await mailed(server, former, 'memberEmailChanged'))
    await screen.findByRole('heading', { name: undone })
  },
)

test('says that a link ended, that the address is another member’s, and that there is no network', async ({
  server,
  shop,
}) => {
  await open(`/member-email#${newKey()}`)
  await screen.findByRole('heading', { name: 'This link doesn’t work anymore' })

  const { customerId, email: former } = await joinElsewhere(server, shop)
  const email = `new.${newId()}@example.com`
  await openOwnData(customerId, 'Privacy and My Data')
  await fill('Email', email)
  await press('Save Details')
  await toast('Details saved')
  const link = await mailed(server, email, 'memberEmail')
  await joinElsewhere(server, shop, { email })
  const comeBack = goOffline()
  await open(link)
  await screen.findByRole('heading', { name: 'You’re offline' })
  comeBack()
  await press('Try Again')
  await press('Use This Email')
  await screen.findByText(/^This email belongs to another member\./)
  expect(await readMails(server, former)).not.toContainEqual(
    expect.objectContaining({ kind: 'memberEmailChanged' }),
  )
})
