/** A chosen language wins over the browser's, on every page, before and after signing in. */
import { appTakenOver } from './support/app-taken-over.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { tillOfStaff } from './support/till.ts'

test.use({ ...withoutWorker, locale: 'en-US' })

test('people choose their language, which the browser’s only proposes', async ({ app, page }) => {
  const lang = () => page.locator('html').getAttribute('lang')
  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  await page.getByLabel('First name').fill('Nieves')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('button', { name: 'Inscribirme' })).toBeVisible()
  expect(await lang()).toBe('es')
  await expect(page.getByLabel('Nombre')).toHaveValue('Nieves')

  // The landing page has no app.
  await page.goto(app.url)
  await expect(page.getByRole('link', { name: 'Crear cuenta' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('link', { name: 'Create Account' }).first()).toBeVisible()

  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByLabel('Correo electrónico').fill(app.owner.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(app.owner.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Total de clientes')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('Total Customers')).toBeVisible()
  expect(await lang()).toBe('en')
})

test('a change of an unlocked till’s language locks nothing and keeps what is typed and the last act', async ({
  app,
  browser,
  page,
}) => {
  const { unlock } = await tillOfStaff({ app, browser }, page, 'Bar till')
  await unlock()
  const choose = async (menu: string, language: string) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('button', { name: language }).click()
  }
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').fill('4.20')
  await choose('Open menu', 'Español')
  await expect(page.getByLabel('Importe')).toHaveValue('4.20')
  await page.getByRole('button', { name: 'Registrar $4.20' }).click()
  await expect(page.getByText(/^\$4\.20 registrados/)).toBeVisible()
  await choose('Abrir el menú', 'English')
  await expect(page.getByText(/^\$4\.20 recorded/)).toBeVisible()

  // A member who was left with Back stays left.
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/member=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/member=/)
  await choose('Open menu', 'Español')
  await choose('Abrir el menú', 'English')
  await expect(page.getByText(/^\$4\.20 recorded/)).toBeVisible()
  await expect(page).not.toHaveURL(/member=/)
  await page.getByRole('button', { name: 'New Member' }).click()
  await page.getByLabel('First name').fill('Nieves')
  await page.getByLabel('Email').first().fill('nieves@example.com')
  await page.getByLabel('Wants offers by email').check()
  await choose('Open menu', 'Español')
  await expect(page.getByLabel('Nombre')).toHaveValue('Nieves')
  await expect(page.getByLabel('Correo electrónico').first()).toHaveValue('nieves@example.com')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
})
