/**
 * An owner brings customers over in a real browser: its worker reads the file under the app's
 * security policy, and nothing is cut off on a small phone.
 */
import { expectAccessible } from './support/accessible.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: { width: 375, height: 553 } })

test('reads a file in a worker, shows its plan, brings members over and undoes it', async ({
  app,
  page,
}) => {
  const rows = Array.from({ length: 700 }, (_, n) => `Ünal ${n},imported.${n}@mail.example,${n}`)
  const long = `${'Wolfeschlegelsteinhausen'.repeat(3)},not an address,5`
  const buffer = Buffer.from(['Name,Email,Points', ...rows, long].join('\n'))
  await signIn(page, app, app.owner)
  await page.getByRole('button', { name: 'More for customers' }).click()
  await page.getByRole('menuitem', { name: 'Import Customers' }).click()
  await page
    .getByLabel('Choose a File')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer })
  await page.getByText('701 rows in members.csv').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check the File' }).click()
  await page.getByText('The email isn’t valid').waitFor()
  await expectAccessible(page)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Bring 700 Customers Over' }).click()
  await page.getByText('700 new members, 244,650 points').waitFor()
  await page.getByRole('button', { name: 'Undo the import of members.csv' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('700 members who have done nothing since are removed.').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await overflow()).toBeLessThanOrEqual(0)
})
