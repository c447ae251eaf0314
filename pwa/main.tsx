/** The app's entry: the session, the device of whoever is signed in, the router, the worker. */
import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from '#pwa/router.tsx'
import { keepTillOfSession } from '#pwa/session/keep-till.ts'
import { type Session, startSession, useSession } from '#pwa/session/session.ts'
import { deviceRead, keepDeviceOfSession } from '#pwa/session/session-device.ts'
import { offerCounterApp } from '#pwa/shell/app-manifest.ts'
import { catchInstallOffer } from '#pwa/shell/install.ts'
import { loadLanguage } from '#pwa/texts/load-language.ts'

/** Many times what 50,000 customers take on a slow phone. */
const rowsAtMostMs = 15_000

/** Nothing of it is needed to show a screen. */
async function settleIn(): Promise<void> {
  const { offerUpdateWhenFilesAreGone, registerWorker } = await import(
    '#pwa/shell/register-worker.ts'
  )
  offerUpdateWhenFilesAreGone()
  await registerWorker()
}

/** Nobody who only looks around pays for it. */
async function askAhead(): Promise<void> {
  const { seeScreensAhead } = await import('#pwa/routes/questions-ahead.ts')
  seeScreensAhead()
}

/** A sign-up that this browser saved offline goes out, whichever page is opened next. */
async function sendVisitorsWork(): Promise<void> {
  const { hasKeptBefore } = await import('#pwa/visitor/kept-before.ts')
  if (!(await hasKeptBefore())) return
  const { keepSending } = await import('#pwa/visitor/keep-sending.ts')
  keepSending()
}

function onceSignedIn(act: () => void): void {
  let isDone = false
  const look = ({ state }: Session) => {
    if (isDone || state !== 'signedIn') return
    isDone = true
    act()
  }
  useSession.subscribe(look)
  look(useSession.getState())
}

catchInstallOffer()
const languageLoaded = loadLanguage()
void startSession()
keepDeviceOfSession()
keepTillOfSession()
useSession.subscribe((session) =>
  offerCounterApp(session.state === 'signedIn' ? session.user : null),
)
const root = document.getElementById('app')
if (root) {
  await languageLoaded
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
// A screen that waits for the device's rows comes first. Where they never come, an update must.
await Promise.race([deviceRead, new Promise((resolve) => setTimeout(resolve, rowsAtMostMs))])
requestAnimationFrame(() =>
  setTimeout(() => {
    void settleIn().catch(() => {})
    void sendVisitorsWork().catch(() => {})
    onceSignedIn(() => void askAhead().catch(() => {}))
  }),
)
