/** The sign-up page and the card in a browser set to Spanish. */
import { screen, within } from '@testing-library/dom'
import { network, open, prefer } from '#tests/screens/support/browser.ts'
import {
  expectInvalid,
  fill,
  follow,
  heading,
  part,
  press,
  user,
} from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'

test('a customer joins and redeems a reward offline in Spanish', async ({ server, shop }) => {
  await prefer('es-US')
  await open(`/signup/${shop.code}`)
  await heading('Únete a nuestro programa')
  expect(document.documentElement.lang).toBe('es')
  await press('Inscribirme')
  await toast('Falta tu consentimiento')
  await expectInvalid('Nombre', 'Escribe el nombre')
  await fill('Nombre', 'Ximena')
  await fill('Apellido', 'Ordóñez')
  await fill('Correo electrónico', 'ximena@hotmial.com')
  await user.tab()
  await press(/^¿Quisiste decir ximena@hotmail\.com\s?\?$/)
  await press(/^Acepto los Términos/, screen, 'checkbox')
  await press(/^Acepto la Política/, screen, 'checkbox')
  await press('Inscribirme')
  await screen.findByText('Te damos la bienvenida, Ximena')
  await follow('Abrir mi tarjeta')
  await screen.findByText('Hola de nuevo')
  const kept =
    await server.sql`select first_name, last_name from customer where email = 'ximena@hotmail.com'`
  expect(kept).toEqual([{ first_name: 'Ximena', last_name: 'Ordóñez' }])

  network.cut()
  await press('Canjear')
  await press('Canjear', await part('dialog', '¿Canjear Coffee?'))
  const outcome = within(await screen.findByRole('dialog', { name: 'Coffee' }))
  await outcome.findByText(/^Guardado en este teléfono\./)
  await press('Listo', outcome)
  await screen.findByText('50 puntos reservados para tu recompensa')
})
