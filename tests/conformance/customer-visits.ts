/** Screens that customers see without an account: joining by a code, and their own page. */
import { expect, type Page } from '@playwright/test'
import { toDataURL } from 'qrcode'
import { appTakenOver } from '#tests/journeys/support/app-taken-over.ts'
import {
  answerAsEver,
  changeAnswer,
  fill,
  find,
  go,
  hold,
  isAt,
  isDisabled,
  isWrong,
  press,
  row,
  rows,
  sees,
  step,
  toasts,
  type Visit,
  type World,
} from './row.ts'

const { box, button, field, heading, text } = find
const join = button('Join Now')
const perks = (page: Page) => page.getByRole('region', { name: 'What you get' })
const joinPath = ({ app }: World) => new URL(app.signUpUrl).pathname
const openJoin = step(async (world) => {
  await world.page.goto(world.app.url + joinPath(world))
  await appTakenOver(world.page)
})

interface CameraWindow {
  /** 'granted', or the name of the browser's error. */
  camera: 'granted' | 'NotAllowedError' | 'NotFoundError' | 'NotReadableError'
  shown: string
}

/** A camera that shows a picture, or that the person doesn't allow. */
const bringCamera = step(({ page }) =>
  page.addInitScript(() => {
    const held = window as unknown as CameraWindow
    held.camera = 'NotAllowedError'
    navigator.mediaDevices.getUserMedia = async () => {
      if (held.camera !== 'granted') throw new DOMException('', held.camera)
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 640
      const context = canvas.getContext('2d')
      const picture = new Image()
      picture.src = held.shown ?? ''
      const paint = () => {
        if (!context) return
        context.fillStyle = 'white'
        context.fillRect(0, 0, 640, 640)
        if (picture.complete && picture.naturalWidth > 0)
          context.drawImage(picture, 120, 120, 400, 400)
        setTimeout(paint, 50)
      }
      paint()
      return canvas.captureStream(10)
    }
  }),
)
const setCamera = (camera: CameraWindow['camera'], shown: (world: World) => Promise<string>) =>
  step(async (world) => {
    const picture = await shown(world)
    await world.page.evaluate(
      ([state, address]) => {
        const held = window as unknown as CameraWindow
        held.camera = state as CameraWindow['camera']
        held.shown = String(address)
      },
      [camera, picture],
    )
  })

interface CardPage {
  transactions: { id: string; type: string; points: number }[]
  availableRewards: { id: string; expiryDate: string | null }[]
  customer: { createdAt: string }
}
const cardCall = '**/api/customer/*'
const changeCard = (change: (card: CardPage) => CardPage) =>
  changeAnswer<CardPage>(cardCall, change)
/**
 * The card in a server-rendered page would make the call unnecessary; this makes the app request
 * it.
 */
const leaveCardToApp = step(({ page }) =>
  page.route('**/customer/*', (route) => {
    const request = route.request()
    if (!request.isNavigationRequest()) return route.fallback()
    return route.continue({ headers: { ...request.headers(), accept: '*/*' } })
  }),
)
const reload = step(({ page }) => page.reload())
const section = (name: string) => (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const reward = (name: string) => (page: Page) =>
  section('Available Rewards')(page).getByRole('listitem').filter({ hasText: name })
const figure = (label: string) => (page: Page) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

const lookUp = hold('**/signup/*')

export const customerVisits: Visit[] = [
  {
    name: 'scan mode',
    as: 'nobody',
    rows: [
      bringCamera,
      go('/customer-signup'),
      ...rows({
        'With no code in the path it starts in scan mode': sees(button('Start QR Code Scanner')),
        'Scan mode: a manual code input': sees(field('Or enter the code')),
        'Continue is disabled when the code is empty': isDisabled(button('Continue')),
        'The scanner is idle at first': ({ page }) =>
          expect(button('Stop Scanning')(page)).toHaveCount(0),
      }),
      step(({ page }) =>
        page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
      ),
      row(
        "With no code: toast 'Error: Please scan a QR code first'",
        toasts('Error', 'Please scan a QR code first'),
      ),
      press(button('Start QR Code Scanner')),
      row(
        "Camera denied: 'Camera access denied. Please enable camera permissions and try again.'",
        sees(text('Camera access denied. Please enable camera permissions and try again.')),
      ),
      row('Camera denied: an alert that camera access is required', ({ page }) =>
        expect(
          page.getByRole('alert').filter({ hasText: 'Camera access is required' }),
        ).toBeVisible(),
      ),
      ...(['NotFoundError', 'NotReadableError'] as const).flatMap((trouble) => [
        setCamera(trouble, async () => ''),
        press(button('Start QR Code Scanner')),
        row(
          `No camera, or one in use, says so and leaves the typed code (${trouble})`,
          sees(text('We can’t use a camera on this device. Enter the code instead.')),
        ),
      ]),
      setCamera('granted', async () => ''),
      press(button('Start QR Code Scanner')),
      row("Scanning: 'Scanning for QR codes...'", sees(text('Scanning for QR codes...'))),
      row('Scanning: Stop Scanning', sees(button('Stop Scanning'))),
      press(button('Stop Scanning')),
      row('Stop Scanning ends it', sees(button('Start QR Code Scanner'))),
      setCamera('granted', ({ app }) => toDataURL(app.signUpUrl, { width: 400 })),
      press(button('Start QR Code Scanner')),
      row(
        'A scanned code changes the address to /signup/{code} and opens the form',
        async (world) => {
          await expect(world.page).toHaveURL(/\/signup\/\w{10}$/)
          await expect(heading('Join Our Loyalty Program')(world.page)).toBeVisible()
        },
        'Scanner',
      ),
      press(button('Scan Different QR Code')),
      row('Scan Different QR Code leads back to scan mode', sees(button('Start QR Code Scanner'))),
      step(async (world) =>
        field('Or enter the code')(world.page).fill(joinPath(world).split('/').at(-1) ?? ''),
      ),
      press(button('Continue')),
      row(
        'A code typed by hand changes the address to /signup/{code} as well',
        isAt(/\/signup\/\w{10}$/),
      ),
      go('/customer-signup/UNKNOWN123'),
      ...rows({
        "Invalid code: 'Invalid QR Code'": sees(heading('Invalid QR Code')),
        "Invalid code: 'The QR code you scanned is invalid or has expired.'": sees(
          text('The QR code you scanned is invalid or has expired.'),
        ),
        'Invalid code: the title of the window says so': ({ page }) =>
          expect(page).toHaveTitle('Invalid QR Code'),
      }),
      press(button('Scan Another Code')),
      row(
        'Invalid code: Scan Another Code leads to scan mode',
        sees(button('Start QR Code Scanner')),
      ),
    ],
  },
  {
    name: 'the sign-up page',
    as: 'nobody',
    rows: [
      // A page opened by its URL already contains its business; a typed code needs a lookup.
      go('/customer-signup'),
      lookUp.begin,
      step(async (world) => {
        await field('Or enter the code')(world.page).fill(joinPath(world).split('/').at(-1) ?? '')
        await button('Continue')(world.page).click()
      }),
      row(
        "While loading: 'Loading business information...'",
        sees(heading('Loading business information...')),
      ),
      lookUp.end,
      openJoin,
      ...rows({
        '/customer-signup/{code} is the customer signup page': isAt(/\/customer-signup\/\w{10}$/),
        'Valid code: the business header': ({ page }) =>
          expect(page.locator('header')).toContainText('Lantern House Café'),
        'Valid code: the location': ({ page }) =>
          expect(page.locator('header')).toContainText('Front counter'),
        "Headline 'Join Our Loyalty Program'": sees(heading('Join Our Loyalty Program')),
        "'Get 100 welcome points and a 10% discount when you sign up!'": sees(
          text('Get 100 welcome points and a 10% discount when you sign up!'),
        ),
        'The form': ({ page }) => expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible(),
        'A Scan Different QR Code button': sees(button('Scan Different QR Code')),
        'Perk: 100 welcome points': ({ page }) =>
          expect(perks(page)).toContainText('100 welcome points'),
        'Perk: 10% discount coupon': ({ page }) =>
          expect(perks(page)).toContainText('10% discount coupon'),
        'Perk: earn points on every purchase': ({ page }) =>
          expect(perks(page)).toContainText('Earn points on every purchase'),
        'Perk: exclusive member rewards': ({ page }) =>
          expect(perks(page)).toContainText('Exclusive member rewards'),
        'Form: first name': sees(field(/^First name/)),
        'Form: last name': sees(field(/^Last name/)),
        'Form: email': sees(field(/^Email\*?$/)),
        'Form: phone': sees(field('Phone')),
      }),
      step(({ page }) =>
        page.getByText('News by email, offers by text, notifications (optional)').click(),
      ),
      ...rows({
        'Form: marketing email consent': sees(box('Email me news and offers')),
        'Form: SMS marketing consent': sees(box('Text me offers')),
        'Form: push notification consent': sees(box('Send me notifications')),
        'Form: terms accepted': sees(box(/Terms of Service/)),
        'Form: privacy policy accepted': sees(box(/Privacy Policy/)),
      }),
      press(join),
      ...[/^First name/, /^Last name/, /^Email\*?$/].map((label) =>
        row(
          `Customer signup: ${label.source.replace(/[^A-Za-z ]/g, '')} is required`,
          isWrong(label),
        ),
      ),
      row(
        "Toast 'Consent Required: Please accept the Terms of Service and Privacy Policy to continue'",
        toasts(
          'Consent Required',
          'Please accept the Terms of Service and Privacy Policy to continue',
        ),
      ),
      step(({ page }) => box(/Terms of Service/)(page).check()),
      press(join),
      row('Terms and privacy must both be accepted', toasts('Consent Required')),
      step(async ({ page }) => {
        await box(/Privacy Policy/)(page).check()
        await box('Text me offers')(page).check()
        await field(/^First name/)(page).fill('Ottilie')
        await field(/^Last name/)(page).fill('Marchbanks')
        await field(/^Email\*?$/)(page).fill('conformance@example.com')
      }),
      press(join),
      row(
        "Toast 'Phone Number Required: Please provide a phone number to receive SMS marketing'",
        toasts('Phone Number Required', 'Please provide a phone number to receive SMS marketing'),
      ),
      fill({ Phone: '+1 555 0163' }),
      row(
        'The payload carries deviceId and deviceInfo',
        async ({ page }) => {
          const sent = page.waitForRequest(
            (request) => request.method() === 'POST' && /\/api\/signup\//.test(request.url()),
          )
          await join(page).click()
          const body = (await sent).postDataJSON()
          expect(body.deviceInfo).toMatchObject({
            userAgent: expect.any(String),
            language: 'en-US',
            platform: expect.stringMatching(/\w/),
            screenResolution: expect.stringMatching(/^\d+x\d+$/),
            timezone: 'UTC',
            canvas: '',
          })
          const encoded = Buffer.from(JSON.stringify(body.deviceInfo)).toString('base64')
          expect(body.deviceId).toBe(encoded.slice(0, 64))
          expect(body).toMatchObject({
            marketingSmsConsent: true,
            termsAccepted: true,
            privacyPolicyAccepted: true,
          })
        },
        'Device fingerprint',
      ),
      row('The answer’s welcome: 100 points and a coupon code', async ({ page }) => {
        await expect(page.getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/).first()).toBeVisible()
        await expect(page.getByText('100', { exact: true }).first()).toBeVisible()
      }),
      press((page) => page.getByRole('link', { name: 'Open My Card' })),
      row(
        '/customer/{customerId} is the customer loyalty page',
        isAt(/\/customer\/[0-9a-f-]{36}$/),
      ),
      ...rows({
        "'Welcome back' with the customer's name": ({ page }) =>
          expect(page.getByRole('heading', { level: 1 })).toHaveText(
            /Welcome back\s*Ottilie Marchbanks/,
          ),
        // The second color is darkened for the white text on it.
        'Themed with primaryColor and secondaryColor': ({ page }) =>
          expect(page.locator('article .brand-gradient').first()).toHaveCSS(
            'background-image',
            /rgb\(180, 83, 42\).*rgb\(149, 104, 38\)/,
          ),
        'Themed with accentColor': ({ page }) =>
          expect(page.locator('article .brand-gradient').first()).toHaveCSS(
            'border-top-color',
            'rgb(47, 111, 98)',
          ),
        'A logo or initial': ({ page }) =>
          expect(
            page.locator('article .brand-gradient span').getByText('L', { exact: true }),
          ).toBeVisible(),
        'Card Points Balance': ({ page }) =>
          expect(
            page.getByText('Points Balance').locator('xpath=following-sibling::p[1]'),
          ).toHaveText('100'),
        'Card Total Spent, in USD': ({ page }) =>
          expect(figure('Total Spent')(page)).toHaveText('$0.00'),
        'Card Available Rewards counts what can be afforded': ({ page }) =>
          expect(figure('Available Rewards')(page)).toHaveText('2'),
      }),
      step(({ page }) => page.getByText(/^Not yet \(\d+\)$/).click()),
      ...rows({
        'Available Rewards: name and description': ({ page }) =>
          expect(reward('Free espresso')(page)).toContainText('Any single or double espresso'),
        'Available Rewards: a points badge': ({ page }) =>
          expect(reward('Free espresso')(page)).toContainText('60 points'),
        "Available Rewards: 'N% OFF'": ({ page }) =>
          expect(reward('15% off your order')(page)).toContainText('15% OFF'),
        "Available Rewards: '{USD} OFF'": ({ page }) =>
          expect(reward('Free espresso')(page)).toContainText('$3.20 OFF'),
        'Available Rewards: a Redeem button': ({ page }) =>
          expect(
            reward('Free espresso')(page).getByRole('button', { name: 'Redeem' }),
          ).toBeEnabled(),
        "Below pointsRequired the button is disabled and reads 'Not enough points'": ({ page }) =>
          expect(
            reward('Brunch for two')(page).getByRole('button', { name: 'Not enough points' }),
          ).toBeDisabled(),
        'Point History: a plus sign for earn': ({ page }) =>
          expect(section('Point History')(page)).toContainText('+100'),
        "'Loyalty Member Since {date}'": sees(
          text(/^Loyalty Member Since [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
        ),
      }),
      leaveCardToApp,
      changeCard((card) => ({
        ...card,
        availableRewards: card.availableRewards.map((each) => ({
          ...each,
          expiryDate: '2031-05-06T00:00:00.000Z',
        })),
        transactions: Array.from({ length: 12 }, (_, place) => ({
          ...card.transactions[0],
          id: `line-${place}`,
          type: 'redeem',
          points: place + 1,
        })) as CardPage['transactions'],
      })),
      reload,
      row("Available Rewards: an optional 'Expires: {date}'", ({ page }) =>
        expect(reward('Free espresso')(page)).toContainText(/Expires: May \d, 2031/),
      ),
      row('Point History: the 10 newest', async ({ page }) => {
        const lines = section('Point History')(page).getByRole('listitem')
        await expect(lines).toHaveCount(10)
        await expect(lines.first()).toContainText('-1')
        await expect(lines.last()).toContainText('-10')
      }),
      row('Point History: a minus sign otherwise', ({ page }) =>
        expect(section('Point History')(page).getByRole('listitem').first()).toContainText('-1'),
      ),
      answerAsEver(cardCall),
      changeCard((card) => ({ ...card, transactions: [], availableRewards: [] })),
      reload,
      row(
        "Empty state 'No rewards available at this time'",
        sees(text('No rewards available at this time')),
      ),
      row("Empty state 'No transaction history yet'", sees(text('No transaction history yet'))),
      answerAsEver(cardCall),
      reload,
      row("Toast 'Redemption Failed' when it is refused", async ({ page }) => {
        await page.route('**/redeem/**', (route) =>
          route.fulfill({
            status: 409,
            headers: { 'Regulars-Api': '1', 'Content-Type': 'application/problem+json' },
            json: {
              type: 'about:blank',
              title: 'Conflict',
              status: 409,
              code: 'points_short',
              message: 'Not enough points for this reward.',
              requestId: 'r',
            },
          }),
        )
        await reward('Pastry of the day')(page).getByRole('button', { name: 'Redeem' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Redeem' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
        await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
          'Redemption Failed',
        )
        await page.unroute('**/redeem/**')
      }),
      row('After a redemption the customer data is fetched again', async ({ page }) => {
        const fetched = page.waitForResponse(
          (response) =>
            response.request().method() === 'GET' && /\/api\/customer\/[^/]+$/.test(response.url()),
        )
        await reward('Free espresso')(page).getByRole('button', { name: 'Redeem' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Redeem' }).click()
        await fetched
        await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
        await expect(
          page.getByText('Points Balance').locator('xpath=following-sibling::p[1]'),
        ).toHaveText('40')
        await expect(section('Point History')(page)).toContainText('-60')
      }),
    ],
  },
  {
    name: 'a sign-up that is refused',
    as: 'nobody',
    rows: [
      openJoin,
      step(async ({ page }) => {
        await page.route('**/api/signup/*', (route) =>
          route.fulfill({
            status: 409,
            headers: { 'Regulars-Api': '1', 'Content-Type': 'application/problem+json' },
            json: {
              type: 'about:blank',
              title: 'Conflict',
              status: 409,
              code: 'id_taken',
              message: 'This sign-up cannot be used again.',
              requestId: 'r',
            },
          }),
        )
        await field(/^First name/)(page).fill('Refused')
        await field(/^Last name/)(page).fill('Person')
        await field(/^Email\*?$/)(page).fill('refused@example.com')
        await box(/Terms of Service/)(page).check()
        await box(/Privacy Policy/)(page).check()
        await join(page).click()
      }),
      row("Toast 'Signup Failed'", toasts('Signup Failed')),
    ],
  },
  {
    name: 'a paused program',
    as: 'nobody',
    rows: [
      step(async (world) => {
        await world.page.route('**/signup/*', async (route) => {
          if (route.request().resourceType() === 'document') return route.continue()
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...(await response.json()), paused: true } })
        })
      }),
      openJoin,
      row('A paused sign-up page says so and promises nothing', async ({ page }) => {
        await expect(heading('Sign-ups are paused')(page)).toBeVisible()
        await expect(page.getByText(/welcome points/)).toHaveCount(0)
        await expect(page.getByText(/discount/)).toHaveCount(0)
      }),
    ],
  },
]
