/**
 * The public sign-up page of a printed code (spec.md §2): it opens from what this phone has seen
 * before when nobody answers, and a sign-up is never lost to a bad network.
 */
import { CloudOff, QrCode, Store } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { formatTime } from '#pwa/ui/format.ts'
import { Spinner } from '#pwa/ui/spinner.tsx'
import { goTo } from '#pwa/visitor/address.ts'
import { useLookUp } from '#pwa/visitor/use-look-up.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import { BrandHeader, useBrand } from './customer-brand.tsx'
import { SignUpCourseView } from './customer-signup-course.tsx'
import { Notice } from './customer-signup-notice.tsx'
import { Perks } from './customer-signup-perks.tsx'
import { welcomeSentence } from './customer-signup-welcome.ts'

export function CustomerSignUpScreen({ code }: { code: string }) {
  const { view, retry } = useLookUp(code)
  if (view.state === 'found') {
    return <SignUpPage code={code} lookUp={view.lookUp} asOf={view.asOf} />
  }
  if (view.state === 'loading') {
    return (
      <Notice icon={<Spinner />} title="Loading business information..." late>
        {null}
      </Notice>
    )
  }
  if (view.state === 'invalid') {
    return (
      <Notice
        icon={<QrCode size={26} />}
        title="Invalid QR Code"
        action={
          <Button look="primary" size="lg" onClick={() => goTo('/customer-signup')}>
            Scan Another Code
          </Button>
        }
      >
        The QR code you scanned is invalid or has expired.
      </Notice>
    )
  }
  return (
    <Notice
      icon={<CloudOff size={26} />}
      title="No connection"
      action={
        <Button look="primary" size="lg" onClick={retry}>
          Try Again
        </Button>
      }
    >
      This phone has not seen this code before, so it needs a connection once. We keep trying; your
      code stays valid.
    </Notice>
  )
}

interface SignUpPageProps {
  code: string
  lookUp: SignUpLookup
  asOf: number | null
}

function SignUpPage({ code, lookUp, asOf }: SignUpPageProps) {
  const { business, qrCode, welcome } = lookUp
  useBrand(business)
  useEffect(() => {
    document.title = `Join ${business.name}`
  }, [business.name])
  return (
    <div className="min-h-dvh pb-10">
      <BrandHeader business={business} locationName={qrCode.locationName}>
        <h1 className="mt-7 font-bold text-2xl tracking-tight">Join Our Loyalty Program</h1>
        <p className="mt-2 max-w-md text-lg leading-snug">{welcomeSentence(welcome)}</p>
      </BrandHeader>
      <main className="-mt-20 mx-auto flex max-w-lg flex-col gap-6 px-4">
        {lookUp.paused ? (
          <div className="rounded-xl border border-line bg-surface p-6 text-center shadow-card">
            <Store size={28} aria-hidden="true" className="mx-auto text-ink-faint" />
            <h2 className="mt-3 font-semibold text-xl">The program is paused</h2>
            <p className="mt-1 text-ink-soft">
              {business.name} does not take new members right now. Please ask the staff.
            </p>
          </div>
        ) : (
          <SignUpCourseView code={code} lookUp={lookUp} />
        )}
        <Button look="secondary" size="lg" onClick={() => goTo('/customer-signup')}>
          <QrCode size={18} aria-hidden="true" />
          Scan Different QR Code
        </Button>
        <Perks lookUp={lookUp} />
        {asOf !== null && (
          <p role="status" className="text-center text-ink-soft text-sm">
            No connection. Shown as of {formatTime(asOf)}.
          </p>
        )}
      </main>
    </div>
  )
}
