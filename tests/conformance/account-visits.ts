/** Navigation, the landing page and the screens before a sign-in. */
import { expect } from '@playwright/test'
import {
  answerAsEver,
  answerWith,
  fill,
  find,
  go,
  hold,
  holds,
  isAt,
  isDisabled,
  isWrong,
  press,
  provenBy,
  row,
  rows,
  sees,
  step,
  toasts,
  type Visit,
} from './row.ts'

const { button, field, heading, link, text } = find
const anyId = '00000000-0000-4000-8000-000000000000'
const noWords = [/\/api\/auth\/(verify-email|resend-verification)$/, 500] as const

const session = hold('**/api/auth/session')

export const accountVisits: Visit[] = [
  {
    name: 'the landing page and addresses',
    as: 'nobody',
    rows: [
      session.begin,
      go('/'),
      row(
        '/ shows the landing page while the session is loading',
        sees(heading('Turn first visits into regulars.')),
      ),
      session.end,
      ...rows({
        '/ shows the landing page to whoever is not signed in': sees(
          heading('Turn first visits into regulars.'),
        ),
        'Landing: Login in the header': ({ page }) =>
          expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute(
            'href',
            '/login',
          ),
        'Landing: Create Account in the header': ({ page }) =>
          expect(
            page.getByRole('banner').getByRole('link', { name: 'Create Account' }),
          ).toHaveAttribute('href', '/signup'),
        'Landing: six feature cards': ({ page }) =>
          expect(page.locator('section[aria-labelledby="features"] article')).toHaveCount(6),
        'Landing: the call to action has Create Account': ({ page }) =>
          expect(
            page
              .getByRole('main')
              .locator('section')
              .last()
              .getByRole('link', { name: 'Create Account' }),
          ).toHaveAttribute('href', '/signup'),
        'Landing: the call to action has a Sign in link': ({ page }) =>
          expect(
            page.getByRole('main').locator('section').last().getByRole('link', { name: 'Sign in' }),
          ).toHaveAttribute('href', '/login'),
      }),
      go('/nothing-is-here'),
      row('Any other path reads Page Not Found', sees(heading('Page Not Found'))),
      ...[
        '/profile',
        '/email-preferences',
        '/business-dashboard',
        '/super-admin-dashboard',
      ].flatMap((path) => [
        go(path),
        row(
          `${path} appears only after authentication`,
          isAt(`/login?next=${encodeURIComponent(path)}`),
          'Protected screens',
        ),
      ]),
    ],
  },
  {
    name: '/login',
    as: 'nobody',
    rows: [
      go('/login'),
      ...rows({
        '/login is available to everyone': sees(heading('Login')),
        '/login asks for an email': sees(field('Email')),
        '/login asks for a password': sees(field('Password')),
        '/login has a Forgot password link': ({ page }) =>
          expect(link('Forgot password?')(page)).toHaveAttribute('href', '/forgot-password'),
        '/login has a Create account link': ({ page }) =>
          expect(link('Create account')(page)).toHaveAttribute('href', '/signup'),
      }),
      press(button('Login')),
      ...rows({
        'Login: email is required': isWrong('Email'),
        'Login: password is required': isWrong('Password'),
      }),
      fill({ Email: 'nobody@example.com', Password: 'Wrong-Password-1' }),
      press(button('Login')),
      row("Toast 'Login failed' with the server's words", toasts('Login failed', /password/)),
      answerWith('**/api/auth/login', 500),
      press(button('Login')),
      row(
        "'Login failed' falls back to 'Invalid email or password'",
        toasts('Login failed', 'Invalid email or password'),
      ),
      answerAsEver('**/api/auth/login'),
      ...[
        ['superAdmin', '/super-admin-dashboard', 'super_admin: to /super-admin-dashboard'],
        ['owner', '/business-dashboard', 'business_admin: to /business-dashboard'],
        ['staff', '/', 'Any other role: to /'],
      ].flatMap(([who, path, says]) => [
        go('/login?next=%2Fnothing-of-theirs'),
        step(async ({ app, page }) => {
          const person = app[who as 'owner' | 'staff' | 'superAdmin']
          await page.getByLabel('Email').fill(person.email)
          await page.getByLabel('Password', { exact: true }).fill(person.password)
          await page.getByRole('button', { name: 'Login' }).click()
        }),
        row(`After a login, ${says}`, isAt(path as string)),
        row(`Toast 'Login successful' (${who})`, toasts('Login successful')),
        step(({ page }) => page.context().clearCookies()),
      ]),
      row(
        'After a login `next` leads only where the role may go',
        provenBy(
          'sign-in.test.ts',
          '/login ignores a `next` address of another site, and links to the related screens',
          'next=',
        ),
      ),
      row(
        "Toast 'Email not verified' ('Please verify your email first.') and on to verify-email",
        provenBy(
          'accounts.test.ts',
          'an invited owner registers, verifies the email and opens their empty business',
          "'Email not verified', 'Please verify your email first.'",
        ),
      ),
      row(
        'A login refreshes the current user',
        provenBy(
          'sign-in.test.ts',
          '/login redirects a signed-in user, and stays if the session has ended',
          '/api/auth/session',
        ),
      ),
    ],
  },
  {
    name: '/signup',
    as: 'nobody',
    rows: [
      go('/signup'),
      row('/signup is available to everyone', sees(heading('Create account'))),
      ...['Invite code', 'First name', 'Last name', 'Email', 'Password', 'Confirm password'].map(
        (label) => row(`/signup has the field ${label}`, sees(field(label))),
      ),
      row(
        'Signup: the hint names uppercase, lowercase and a number',
        sees(text('8+ characters with an uppercase letter, a lowercase letter, and a number')),
      ),
      press(button('Create Account')),
      ...['First name', 'Last name', 'Email', 'Password'].map((label) =>
        row(`Signup: ${label} is required`, isWrong(label)),
      ),
      fill({
        'Invite code': 'abcd-efgh',
        'First name': 'Ada',
        'Last name': 'Marsh',
        Email: 'ada@example.com',
        Password: 'Copper-Tide-4471',
        'Confirm password': 'Copper-Tide-4472',
      }),
      row(
        'Signup: the invite code is forced to uppercase',
        holds(field('Invite code'), 'ABCD-EFGH'),
      ),
      press(button('Create Account')),
      row("Toast 'Passwords don't match'", toasts("Passwords don't match")),
      fill({ Password: 'Ab1', 'Confirm password': 'Ab1' }),
      press(button('Create Account')),
      row("Toast 'Password too short' below 8 characters", toasts('Password too short', '8')),
      fill({ Password: 'lowercaseonly', 'Confirm password': 'lowercaseonly' }),
      press(button('Create Account')),
      row('Signup: the hint is checked on the client', isWrong('Password'), 'Password hint'),
      fill({ Password: 'Copper-Tide-4471', 'Confirm password': 'Copper-Tide-4471' }),
      press(button('Create Account')),
      row(
        "Toast 'Registration failed' with the server's words",
        toasts('Registration failed', /\w+ \w+/),
      ),
      answerWith('**/api/auth/register', 500),
      press(button('Create Account')),
      row(
        "'Registration failed' falls back to 'Please check your details and try again'",
        toasts('Registration failed', 'Please check your details and try again'),
      ),
      answerWith('**/api/auth/register', 200, JSON.stringify({ userId: anyId })),
      press(button('Create Account')),
      row(
        "Toast 'Registration successful!' (check email for a verification code)",
        toasts('Registration successful!', 'Please check your email for a verification code'),
      ),
      row(
        'Register leads to verify-email with the returned userId',
        isAt(`/verify-email?userId=${anyId}`),
      ),
      row('Resend is disabled while it must fail', isDisabled(button(/^Resend code in /))),
    ],
  },
  {
    name: '/verify-email',
    as: 'nobody',
    rows: [
      go('/verify-email'),
      row(
        "/verify-email without userId: toast 'Invalid link' ('No user ID found...')",
        toasts('Invalid link', 'No user ID found'),
      ),
      row('/verify-email without userId goes to /signup', isAt('/signup')),
      go(`/verify-email?userId=${anyId}`),
      ...rows({
        '/verify-email is available to everyone': sees(heading('Verify your email')),
        '/verify-email asks for a 6-digit code': sees(field('Verification code')),
        '/verify-email has a Resend code button': sees(button('Resend code')),
        'Verify: submit is disabled below 6 digits': isDisabled(button('Verify Email')),
      }),
      fill({ 'Verification code': '12a 34' }),
      row('Verify: digits only', holds(field('Verification code'), '1234')),
      step(({ page }) =>
        page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
      ),
      row(
        "Toast 'Invalid code' and 'Verification code must be 6 digits'",
        toasts('Invalid code', 'Verification code must be 6 digits'),
      ),
      fill({ 'Verification code': '12345678' }),
      row('Verify: at most 6 digits', holds(field('Verification code'), '123456')),
      press(button('Verify Email')),
      row("Toast 'Verification failed' with the server's words", toasts('Verification failed')),
      answerWith(...noWords),
      fill({ 'Verification code': '123456' }),
      press(button('Verify Email')),
      row(
        "'Verification failed' falls back to 'Invalid or expired code'",
        toasts('Verification failed', 'Invalid or expired code'),
      ),
      press(button('Resend code')),
      row("Toast 'Resend failed'", toasts('Resend failed')),
      answerWith(noWords[0], 200, JSON.stringify({ message: 'Done.' })),
      press(button('Resend code')),
      row("Toast 'Code resent'", toasts('Code resent')),
      fill({ 'Verification code': '123456' }),
      press(button('Verify Email')),
      row("Toast 'Email verified!'", toasts('Email verified!')),
      row('Verify success leads to /login', isAt('/login')),
    ],
  },
  {
    name: '/forgot-password and /reset-password',
    as: 'nobody',
    rows: [
      go('/forgot-password'),
      ...rows({
        '/forgot-password is available to everyone': sees(heading('Reset your password')),
        '/forgot-password asks for an email': sees(field('Email')),
        '/forgot-password has a Back to login link': ({ page }) =>
          expect(link('Back to login')(page)).toHaveAttribute('href', '/login'),
      }),
      fill({ Email: 'nobody@example.com' }),
      answerWith('**/api/auth/forgot-password', 500),
      press(button('Send Reset Code')),
      row("Toast 'Request failed'", toasts('Request failed')),
      answerWith('**/api/auth/forgot-password', 200, '{}'),
      press(button('Send Reset Code')),
      row(
        "Toast 'Check your email' with its sentence",
        toasts('Check your email', "If an account exists, we've sent a reset code to your email."),
      ),
      row('Without a userId in the answer it stays on /forgot-password', isAt('/forgot-password')),
      answerWith('**/api/auth/forgot-password', 200, JSON.stringify({ userId: anyId })),
      press(button('Send Reset Code')),
      row(
        'With a userId in the answer it leads to reset-password',
        isAt(`/reset-password?userId=${anyId}`),
      ),
      row('/reset-password is available to everyone', sees(heading('Choose a new password'))),
      ...['Reset code', 'New password', 'Confirm password'].map((label) =>
        row(`/reset-password has the field ${label}`, sees(field(label))),
      ),
      row('Reset: submit is disabled below 6 digits', isDisabled(button('Reset Password'))),
      fill({
        'Reset code': '9x87654321',
        'New password': 'Harbor-Finch-9083',
        'Confirm password': 'Harbor-Finch-9084',
      }),
      row('Reset: the code is 6 digits only', holds(field('Reset code'), '987654')),
      press(button('Reset Password')),
      row("Reset: 'Passwords don't match'", toasts("Passwords don't match")),
      fill({ 'New password': 'Ab1', 'Confirm password': 'Ab1' }),
      press(button('Reset Password')),
      row("Reset: 'Password too short' below 8 characters", toasts('Password too short')),
      fill({ 'New password': 'Harbor-Finch-9083', 'Confirm password': 'Harbor-Finch-9083' }),
      press(button('Reset Password')),
      row("Toast 'Reset failed' with the server's words", toasts('Reset failed')),
      answerWith('**/api/auth/reset-password', 500),
      press(button('Reset Password')),
      row(
        "'Reset failed' falls back to 'Invalid or expired code'",
        toasts('Reset failed', 'Invalid or expired code'),
      ),
      answerWith('**/api/auth/reset-password', 200, JSON.stringify({ message: 'Done.' })),
      press(button('Reset Password')),
      row("Toast 'Password reset successful'", toasts('Password reset successful')),
      row('Reset success leads to /login', isAt('/login')),
      go('/reset-password'),
      row("/reset-password without userId: toast 'Invalid link'", toasts('Invalid link')),
      row('/reset-password without userId goes to /forgot-password', isAt('/forgot-password')),
    ],
  },
]
