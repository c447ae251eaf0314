/** A forgotten password in two browsers, with its mails (docs/product.md). */
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { awaitMail, codeIn, linkIn } from './support/mail.ts'
import { signIn } from './support/sign-in.ts'
import { expectKeptToast, keepToasts } from './support/toast.ts'

test.use({ ...withoutWorker, viewport: desktop })

const newPassword = 'Harbor-Finch-9083'

test('a forgotten password is reset by the mailed link, and ends every session', async ({
  app,
  page,
  browser,
}) => {
  const { email, password } = app.owner
  await keepToasts(page)
  const at = (pathname: string) => page.waitForURL((url) => url.pathname === pathname)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const toast = (...words: (string | RegExp)[]) => expectKeptToast(page, ...words)
  const signInAs = async (typed: string) => {
    await page.goto(`${app.url}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill(typed)
    await button('Login').click()
  }
  const elsewhere = await browser.newPage({ viewport: desktop })
  await signIn(elsewhere, app, app.owner)

  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await at('/forgot-password')
  // The previous screen has a field of the same name, so this waits for the heading.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.com')
  await button('Send Reset Code').click()
  await toast("If an account exists, we've sent a reset code to your email.")
  await at('/reset-password')

  await page.goto(`${app.url}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await button('Send Reset Code').click()
  await toast('Check your email')
  await at('/reset-password')
  const mail = await awaitMail(app, email, 'resetPassword')
  await page.getByLabel('Reset code').fill('12345')
  await expect(button('Reset Password')).toBeDisabled()
  await page.getByLabel('Reset code').fill(codeIn(mail))
  // The mail's link replaces the code.
  await page.goto(linkIn(mail))
  await expect(page.getByText('Your link is valid.')).toBeVisible()
  await expect(page.getByLabel('Reset code')).toBeHidden()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(password)
  await button('Reset Password').click()
  await toast("Passwords don't match")
  await page.getByLabel('Confirm password').fill(newPassword)
  await button('Reset Password').click()
  await toast('Password reset successful')
  await at('/login')

  await signInAs(password)
  await toast('Login failed')
  await signInAs(newPassword)
  await at('/business-dashboard')
  await elsewhere.goto(`${app.url}/profile`)
  await elsewhere.waitForURL((url) => url.pathname === '/login')
  await elsewhere.close()
})
