/** Today's sales stay beside the other figures, up to six digits of dollars, at every width. */
import { deep } from '#tests/support/level.ts'
import { desktop, narrowest, phone, tablet, uprightTablet } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use(withoutWorker)

test('a day’s sales of six digits cover no other figure', deep, async ({ app, page }) => {
  await app.sql`update purchase set amount_cents = 12000000, recorded_at = now()
    where business_id = ${app.businessId} and id = (
      select id from purchase where business_id = ${app.businessId}
      order by recorded_at desc limit 1)`
  await page.setViewportSize(desktop)
  await signIn(page, app, app.owner)
  const sales = page.getByText(/^\$1\d\d,\d{3}\.\d\d$/).first()
  await sales.waitFor()
  const { height } = desktop
  const widths = [narrowest.width, 360, phone.width, 640, uprightTablet.width, 1023, tablet.width]
  for (const width of [...widths, 1100, 1200, 1280, 1360, desktop.width]) {
    await page.setViewportSize({ width, height })
    const overlapped = () =>
      sales.evaluate((figure) => {
        const words = document.createRange()
        words.selectNodeContents(figure)
        const own = words.getBoundingClientRect()
        const parts = [...(figure.closest('dl')?.querySelectorAll('dt, dd') ?? [])]
        const sales = figure.closest('dl > *')
        const others = parts.filter((part) => !sales?.contains(part))
        const isOver = (part: Element) => {
          const { left, right, top, bottom } = part.getBoundingClientRect()
          return left < own.right && right > own.left && top < own.bottom && bottom > own.top
        }
        const edge = figure.closest('dl')?.getBoundingClientRect().right ?? 0
        return [
          ...others.filter(isOver).map((part) => part.textContent),
          ...(own.right > edge + 1 ? ['the edge'] : []),
        ]
      })
    await expect.poll(overlapped, `at ${width}`).toEqual([])
  }
})
