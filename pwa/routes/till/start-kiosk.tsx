/**
 * Turns this tablet into a kiosk, after the owner chooses its sign-up page and reads what that
 * means.
 */
import { Link } from '@tanstack/react-router'
import { QrCode, Tablet } from 'lucide-react'
import { useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useQrCodes } from '#pwa/loyalty/qr-code.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { lockTill } from '#pwa/session/keep-till.ts'
import { signOut } from '#pwa/session/sign-out.ts'
import { useTillName } from '#pwa/session/till.ts'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { beginKiosk, kioskAddress } from '#pwa/visitor/kiosk.ts'

export function StartKioskScreen() {
  useTitle(texts.title)
  const { business } = useBusiness()
  const { qrCodes, loading } = useQrCodes()
  const { whole } = useSyncStatus()
  const active = qrCodes.filter(({ isActive }) => isActive)
  return (
    <BusinessFrame business={business}>
      <PageHeader title={texts.title} description={texts.description} />
      {active.length === 0 && (loading || !whole) ? (
        <Skeleton className="h-60 w-full" />
      ) : active.length === 0 ? (
        <Card>
          <EmptyState
            icon={<QrCode />}
            sentence={texts.noCodes}
            action={
              <Link
                to="/business-dashboard"
                search={{ tab: 'qr-codes' }}
                className={buttonClass('secondary', 'lg')}
              >
                {texts.toCodes}
              </Link>
            }
          />
        </Card>
      ) : (
        <StartKiosk
          codes={active.map(({ code, name, locationName }) => ({
            value: code,
            label: name ?? texts.untitled,
            description: locationName,
          }))}
        />
      )}
    </BusinessFrame>
  )
}

interface StartKioskProps {
  codes: { value: string; label: string; description: string | null }[]
}

function StartKiosk({ codes }: StartKioskProps) {
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const isTill = useTillName() !== null
  const { pendingCount, problem } = useSyncStatus()
  const code = codes.find(({ value }) => value === chosen)?.value ?? codes[0]?.value ?? ''
  // A till keeps its session and continues sending once it is unlocked.
  const unsynced = isTill ? 0 : pendingCount
  const isOffline = problem === 'noAnswer'

  async function start() {
    setBusy(true)
    try {
      await beginKiosk(code)
      if (!isTill) return await signOut(false, kioskAddress(code))
      lockTill()
      location.assign(kioskAddress(code))
    } catch (error) {
      setBusy(false)
      showFailure(texts.notStarted, error)
    }
  }

  const meaning = [
    texts.clears,
    texts.worksOffline,
    isTill ? texts.locks : texts.signsOut,
    texts.leave,
    texts.pin,
  ]
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <Card>
        <ChoiceCards legend={texts.code} choices={codes} value={code} onValue={setChosen} />
      </Card>
      <Card title={texts.whatHappens}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {meaning.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Card>
      {isOffline ? (
        <Banner tone="offline" inset>
          {texts.offline}
        </Banner>
      ) : (
        unsynced > 0 && (
          <Banner tone="warning" inset>
            {texts.unsynced(unsynced)}
          </Banner>
        )
      )}
      <div className="at-foot">
        <Button
          size="lg"
          busy={busy}
          disabled={isOffline || unsynced > 0}
          onClick={() => void start()}
        >
          <Tablet size={18} aria-hidden="true" />
          {texts.start}
        </Button>
      </div>
    </div>
  )
}
