/**
 * The first script of the public pages. On a page that the server wrote, it waits for the first
 * paint before it loads the app, so that the app doesn't delay that paint. On any other page it
 * loads the app at once.
 */
import './styles.css'

/** The longest wait for the first paint: the app may have saved work to send. */
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
