/** The landing page, for business owners who are not signed in. */

import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PublicFooter } from '#pwa/routes/public/footer.tsx'
import { landingTexts } from '#pwa/texts/landing.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { SkipLink } from '#pwa/ui/skip-link.tsx'
import { TopBar } from '#pwa/ui/top-bar.tsx'
import { Features } from './features.tsx'
import { HeroPicture } from './hero-picture.tsx'

export function LandingScreen() {
  useEffect(() => {
    document.title = 'Regulars'
  }, [])
  return (
    <div className="page-end flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar
        brand={
          <Link to="/" className="flex rounded-md text-ink no-underline">
            <Logo word="phone" />
          </Link>
        }
      >
        <Link to="/login" className={buttonClass('ghost')}>
          {landingTexts.login}
        </Link>
        <Link to="/signup" className={buttonClass('primary')}>
          {landingTexts.createAccount}
        </Link>
      </TopBar>
      <main id="content" tabIndex={-1} className="flex-1">
        <Hero />
        <Features />
        <Invitation />
      </main>
      <PublicFooter />
    </div>
  )
}

function Hero() {
  return (
    <section className="overflow-clip">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-12 px-4 pt-12 pb-16 sm:px-6 lg:grid-cols-[1fr_1.1fr] lg:gap-10 lg:pt-20 lg:pb-24">
        <div className="max-w-xl">
          <h1 className="wrap-break-word font-bold text-display">{landingTexts.headline}</h1>
          <p className="mt-6 max-w-lg text-ink-soft text-lg sm:text-xl sm:leading-8">
            {landingTexts.lead}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/signup" className={buttonClass('primary', 'lg')}>
              {landingTexts.createAccount}
            </Link>
            <Link to="/login" className={buttonClass('secondary', 'lg')}>
              {landingTexts.login}
            </Link>
          </div>
          <p className="mt-4 text-ink-faint text-sm">{landingTexts.inviteOnly}</p>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}

function Invitation() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:pb-24">
      <div className="relative isolate overflow-clip rounded-2xl bg-mark px-6 py-14 text-center text-white sm:py-20">
        <Rings />
        <h2 className="wrap-break-word mx-auto max-w-2xl font-bold text-3xl tracking-display sm:text-4xl">
          {landingTexts.closing}
        </h2>
        <p className="mx-auto mt-4 max-w-md text-balance text-lg">{landingTexts.closingHint}</p>
        <Link
          to="/signup"
          className="mt-8 inline-flex min-h-12 items-center rounded-lg bg-white px-6 font-semibold text-black no-underline shadow-press transition-colors hover:bg-spark"
        >
          {landingTexts.createAccount}
        </Link>
        <p className="mt-5 text-sm">
          <RichText
            text={landingTexts.haveAccount}
            parts={{
              link: (words) => (
                <Link
                  to="/login"
                  className="rounded-sm font-semibold underline decoration-1 underline-offset-4 hover:decoration-2"
                >
                  {words}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </section>
  )
}

/** Two coffee-cup rings. */
function Rings() {
  return (
    <svg
      viewBox="0 0 800 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 -z-1 size-full fill-none stroke-white opacity-[0.09]"
    >
      <circle cx="92" cy="350" r="128" strokeWidth="20" />
      <circle cx="92" cy="350" r="96" strokeWidth="3" />
      <circle cx="724" cy="42" r="150" strokeWidth="24" />
      <circle cx="724" cy="42" r="112" strokeWidth="3" />
    </svg>
  )
}
