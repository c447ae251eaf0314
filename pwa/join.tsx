/**
 * Entry of the public pages (sign-up and member cards), for phones that open this app for the first
 * time on a slow network. It has no router and loads storage, toasts and the service worker after
 * the first paint.
 */
import { type ComponentType, lazy, StrictMode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { CustomerSignUpScreen } from '#pwa/routes/join/join.tsx'
import { FirstFrameEnd } from '#pwa/shell/first-frame.ts'
import { catchInstallOffer } from '#pwa/shell/install.ts'
import { ScreenBoundary } from '#pwa/shell/screen-boundary.tsx'
import { loadLanguage } from '#pwa/texts/load-language.ts'
import { usePath } from '#pwa/visitor/address.ts'
import { loadSubmit } from '#pwa/visitor/load-submit.ts'
import { firstTouch, storageMoment, whenIdle } from '#pwa/visitor/when-idle.ts'
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

const loadMailedLink = () => import('#pwa/routes/mailed-link/screens.ts')
const UnsubscribeScreen = lazy(async () => ({
  default: (await loadMailedLink()).UnsubscribeScreen,
}))
const MemberEmailScreen = lazy(async () => ({
  default: (await loadMailedLink()).MemberEmailScreen,
}))
const CardLinkScreen = lazy(async () => ({
  default: (await import('#pwa/routes/mailed-link/screens.ts')).CardLinkScreen,
}))
const PrivacyLinkScreen = lazy(async () => ({
  default: (await loadMailedLink()).PrivacyLinkScreen,
}))

const isSignUp = () => readAddress(location.pathname).name === 'signUp'
/** On the sign-up page, waits for the first touch or a short pause; elsewhere not at all. */
const laterThanSignUp = () => (isSignUp() ? whenIdle() : Promise.resolve())
/** On the sign-up page, waits for the first touch unless this browser has stored data. */
const onceStored = () => (isSignUp() ? storageMoment() : Promise.resolve())
/**
 * On the sign-up page, waits for the first touch, so that visitors who only look don't load more.
 */
const onceTouched = () => (isSignUp() ? firstTouch() : Promise.resolve())

/** If its file can't be loaded, the screens work without it. */
const AppChrome = lazy<ComponentType>(() =>
  onceTouched()
    .then(() => import('#pwa/shell/app-chrome.tsx'))
    .then((module) => ({ default: module.AppChrome }))
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
        <AppChrome />
      </Suspense>
    </>
  )
}

function Screen({ screen }: { screen: PublicScreen }) {
  if (screen.name === 'signUp') {
    const { code } = screen
    return <CustomerSignUpScreen key={code} code={code} loadCardForm={loadMailedLink} />
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
      ) : screen.name === 'memberEmail' ? (
        <MemberEmailScreen />
      ) : screen.name === 'privacyLink' ? (
        <PrivacyLinkScreen />
      ) : screen.name === 'cardLink' ? (
        <CardLinkScreen />
      ) : (
        <UnknownAddressScreen />
      )}
      <FirstFrameEnd />
    </>
  )
}

/** Runs after the first paint. Once it is done, the app works offline. */
async function settleIn(): Promise<void> {
  await laterThanSignUp()
  const { offerUpdateWhenFilesAreGone, registerWorker } = await import(
    '#pwa/shell/register-worker.ts'
  )
  offerUpdateWhenFilesAreGone()
  await registerWorker()
}

/** Starts sending the outbox. */
async function send(): Promise<void> {
  await onceStored()
  const { keepSending } = await import('#pwa/visitor/keep-sending.ts')
  keepSending()
}

/**
 * Loads the files that submitting the form needs, before the network drops or a newer version
 * replaces them.
 */
async function haveAtHand(): Promise<void> {
  await onceTouched()
  await Promise.all([
    loadSubmit(),
    import('#pwa/shell/app-chrome.tsx'),
    import('#pwa/routes/join/outcome.tsx'),
  ])
}

catchInstallOffer()
const root = document.getElementById('app')
if (root) {
  await loadLanguage()
  // A transition renders in small steps, so that a slow phone can still respond to touches.
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
