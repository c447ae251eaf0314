/**
 * The public entry: sign-up and customers' pages, for phones that see this app for the first time
 * on a poor network. No router, and nothing that the first paint does not need: storage, toasts and
 * the service worker come after it.
 */
import { type ComponentType, lazy, StrictMode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { CustomerSignUpScreen } from '#pwa/routes/join/join.tsx'
import { FirstFrameEnd } from '#pwa/shell/first-frame.ts'
import { catchInstallOffer } from '#pwa/shell/install.ts'
import { ScreenBoundary } from '#pwa/shell/screen-boundary.tsx'
import { loadLanguage } from '#pwa/texts/load-language.ts'
import { usePath } from '#pwa/visitor/address.ts'
import { loadPressParts } from '#pwa/visitor/press-parts.ts'
import { firstTouch, quietMoment, storageMoment } from '#pwa/visitor/quiet-moment.ts'
import { type PublicScreen, readAddress } from '#schema/contract/address.ts'

const CustomerScreen = lazy(async () => ({
  default: (await import('#pwa/routes/card/customer.tsx')).CustomerScreen,
}))
const KioskScreen = lazy(async () => ({
  default: (await import('#pwa/routes/join/kiosk.tsx')).KioskScreen,
}))
const ScanScreen = lazy(async () => ({
  default: (await import('#pwa/routes/join/scan.tsx')).ScanScreen,
}))
const UnknownAddressScreen = lazy(async () => ({
  default: (await import('#pwa/routes/card/unknown-address.tsx')).UnknownAddressScreen,
}))

const UnsubscribeScreen = lazy(async () => ({
  default: (await import('#pwa/routes/unsubscribe/unsubscribe.tsx')).UnsubscribeScreen,
}))

const isSignUp = () => readAddress(location.pathname).name === 'signUp'
/** What can wait until the sign-up form is touched, or has stood a while. */
const laterThanSignUp = () => (isSignUp() ? quietMoment() : Promise.resolve())
/** What finds nothing on a first visit, until the sign-up form is touched. */
const onceStored = () => (isSignUp() ? storageMoment() : Promise.resolve())
/** What nobody needs who only looks at the form. */
const onceTouched = () => (isSignUp() ? firstTouch() : Promise.resolve())

/** Without its file the screens work all the same. */
const Surroundings = lazy<ComponentType>(() =>
  onceTouched()
    .then(() => import('#pwa/shell/surroundings.tsx'))
    .then((module) => ({ default: module.Surroundings }))
    .catch(() => ({ default: () => null })),
)

function PublicApp() {
  const path = usePath()
  return (
    <>
      <ScreenBoundary key={path}>
        <Suspense fallback={null}>
          <Screen screen={readAddress(path)} />
        </Suspense>
      </ScreenBoundary>
      <Suspense fallback={null}>
        <Surroundings />
      </Suspense>
    </>
  )
}

function Screen({ screen }: { screen: PublicScreen }) {
  if (screen.name === 'signUp') {
    return <CustomerSignUpScreen key={screen.code} code={screen.code} />
  }
  return (
    <>
      {screen.name === 'customer' ? (
        <CustomerScreen key={screen.customerId} customerId={screen.customerId} />
      ) : screen.name === 'kiosk' ? (
        <KioskScreen key={screen.code} code={screen.code} />
      ) : screen.name === 'scan' ? (
        <ScanScreen />
      ) : screen.name === 'unsubscribe' ? (
        <UnsubscribeScreen token={screen.token} />
      ) : (
        <UnknownAddressScreen />
      )}
      <FirstFrameEnd />
    </>
  )
}

/** After the first paint: from here on the app works without a network. */
async function settleIn(): Promise<void> {
  await laterThanSignUp()
  const { offerUpdateWhenFilesAreGone, registerWorker } = await import(
    '#pwa/shell/register-worker.ts'
  )
  offerUpdateWhenFilesAreGone()
  await registerWorker()
}

/** From here on the outbox moves. */
async function send(): Promise<void> {
  await onceStored()
  const { keepSending } = await import('#pwa/visitor/keep-sending.ts')
  keepSending()
}

/** What the press of the button needs: here when the network is gone or a newer version came. */
async function haveAtHand(): Promise<void> {
  await onceTouched()
  await Promise.all([
    loadPressParts(),
    import('#pwa/shell/surroundings.tsx'),
    import('#pwa/routes/join/outcome.tsx'),
  ])
}

catchInstallOffer()
const root = document.getElementById('app')
if (root) {
  await loadLanguage()
  // In small steps: a slow phone answers touches of the written page between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PublicApp />
      </StrictMode>,
    ),
  )
}
requestAnimationFrame(() =>
  setTimeout(() => {
    void send().catch(() => {})
    void settleIn().catch(() => {})
    void haveAtHand().catch(() => {})
  }),
)
