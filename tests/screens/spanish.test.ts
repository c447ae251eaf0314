/** The counter and an owner's form in a browser set to Spanish. */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import { linesOf, otherDevice } from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, heading, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('the counter records a sale offline in Spanish', async ({ server, shop }) => {
  const { name, email } = await (await otherDevice(server, shop)).join('Ximena')
  await prefer('es-MX', 'en')
  await signIn(shop.staffEmail)
  await open('/counter')
  expect(document.documentElement.lang).toBe('es')
  await expect.poll(() => document.title).toBe('Caja · Regulars')
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  await fill('Importe', 'siete')
  await user.keyboard('{Enter}')
  await screen.findByText('Escribe un importe como 12.50')
  const mend = network.cut(/^\/api\/sync/)
  await fill('Importe', '1,234.50')
  await screen.findByText('Gana 1,234 puntos')
  await user.keyboard('{Enter}')
  await press('Registrar $1,234.50', within(await screen.findByRole('alertdialog')))
  await screen.findByText(says(`$1,234.50 registrados para ${name}. Saldo: 1,334 puntos.`))
  await screen.findByText(/^No tienes conexión\. 1 cambio está guardado en este dispositivo/)
  mend()
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('link', { name: 'Al día' })
  expect(await linesOf(server, email)).toEqual(['purchase 1234', 'welcome 100'])
})

test('an owner changes the program in Spanish, after an invalid value', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await prefer('es')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/program')
  await heading('Programa')
  await fill('Puntos por dólar', 'muchos')
  await press('Guardar programa')
  await expectInvalid('Puntos por dólar', 'Escribe un número como 1 o 0.5')
  expect(await programOf()).toEqual([{ points: '1.00' }])
  await fill('Puntos por dólar', '2.5')
  await press('Guardar programa')
  await toast('Programa guardado', 'Las compras y las inscripciones nuevas ya lo usan.')
  expect(fieldOf('Puntos por dólar').value).toBe('2.5')
  await expect.poll(programOf).toEqual([{ points: '2.50' }])
  const menu = within(screen.getByRole('navigation', { name: 'Principal' }))
  menu.getByRole('link', { name: 'Personal' })

  function programOf() {
    return server.sql`
      select points_per_dollar as points from business where id = ${shop.businessId}`
  }
})
