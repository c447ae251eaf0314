/**
 * The first script of the public pages. What the server wrote is painted before the app comes, so
 * that neither loading nor running it delays the first look; a page without is the app's at once.
 */
import './styles.css'

/** A page that is not painted by then is not looked at, and may have something to send. */
const patienceMs = 1000

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, patienceMs)
  })
}

const isWritten = document.querySelector('#frame:not([aria-hidden])') !== null
if (isWritten && document.visibilityState === 'visible') await firstPaint()
await Promise.all([
  import('./join.tsx'),
  location.pathname.startsWith('/customer/') && import('#pwa/routes/card/customer.tsx'),
])
