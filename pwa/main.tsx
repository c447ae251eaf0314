/**
 * The app's entry: starts the session, the signed-in user's device, the router and the service
 * worker.
 */
import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from '#pwa/router.tsx'
import { keepTillOfSession } from '#pwa/session/keep-till.ts'
import { type Session, startSession, useSession } from '#pwa/session/session.ts'
import { deviceRead, keepDeviceOfSession } from '#pwa/session/session-device.ts'
import { useTill } from '#pwa/session/till.ts'
import { offerCounterApp } from '#pwa/shell/app-manifest.ts'
import { catchInstallOffer } from '#pwa/shell/install.ts'
import { currentLanguage } from '#pwa/texts/language.ts'
import { loadLanguage } from '#pwa/texts/load-language.ts'
import { carryOver } from '#pwa/ui/carried.ts'

/** Many times longer than reading 50,000 customers takes on a slow phone. */
const rowsAtMostMs = 15_000

/** Screens don't need any of this. */
async function settleIn(): Promise<void> {
  const { offerUpdateWhenFilesAreGone, registerWorker } = await import(
    '#pwa/shell/register-worker.ts'
  )
  offerUpdateWhenFilesAreGone()
  await registerWorker()
}

/** Loaded only after sign-in, so that signed-out visitors don't pay for it. */
async function askAhead(): Promise<void> {
  const { prefetchScreens } = await import('#pwa/routes/screens/prefetch-list.ts')
  prefetchScreens()
}

/** Sends a sign-up that this browser saved offline, whichever page is opened next. */
async function sendVisitorsWork(): Promise<void> {
  const { hasEarlierStorage } = await import('#pwa/visitor/earlier-storage.ts')
  if (!(await hasEarlierStorage())) return
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
  const app = createRoot(root)
  const render = () =>
    app.render(
      <StrictMode>
        <RouterProvider key={currentLanguage()} router={router} />
      </StrictMode>,
    )
  render()
  addEventListener('languagechange', (event) => {
    // A reload would lock the till.
    if (useTill.getState().staff === null) return
    event.preventDefault()
    void loadLanguage().then(() => carryOver(render))
  })
}
// Screens that wait for the device's rows come first, but updates must install even if the rows
// never load.
await Promise.race([deviceRead, new Promise((resolve) => setTimeout(resolve, rowsAtMostMs))])
requestAnimationFrame(() =>
  setTimeout(() => {
    void settleIn().catch(() => {})
    void sendVisitorsWork().catch(() => {})
    onceSignedIn(() => void askAhead().catch(() => {}))
  }),
)
