/**
 * The public sign-up page on a tablet at the counter (docs/decisions/0140-kiosk.md). It shows no
 * customer's data, clears itself after each customer and when left alone, and counts unsent
 * sign-ups.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { CloudOff, QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { mayOffer, takeUpdate, useUpdate } from '#pwa/shell/update.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { kioskTexts as texts } from '#pwa/texts/kiosk.ts'
import { Button } from '#pwa/ui/button.tsx'
import { HoldButton } from '#pwa/ui/hold-button.tsx'
import { Spinner } from '#pwa/ui/spinner.tsx'
import { clearToasts } from '#pwa/ui/toast-store.ts'
import { useWakeLock } from '#pwa/ui/use-wake-lock.ts'
import { endKiosk } from '#pwa/visitor/kiosk.ts'
import { forgetKnownMembers, readKioskWork } from '#pwa/visitor/kiosk-work.ts'
import { isPersonHere } from '#pwa/visitor/till.ts'
import { useLookUp } from '#pwa/visitor/use-look-up.ts'
import { limits } from '#schema/contract/limits.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { KioskRound } from './kiosk-round.tsx'

const nothing = { waiting: 0, evicted: 0, refused: [] }
const updatedName = 'regulars-kiosk-updated'

export function KioskScreen({ code }: { code: string }) {
  const { view, retry } = useLookUp(code)
  const [round, setRound] = useState(0)
  const work = useLiveQuery(() => readKioskWork().catch(() => nothing), []) ?? nothing
  useWakeLock(true)
  useEffect(() => {
    // A signed-in session would be open to every customer. `/kiosk` ends it before it starts the
    // kiosk.
    void isPersonHere()
      .then((isHere) => isHere && location.replace('/kiosk'))
      .catch(() => {})
  }, [])

  /** Starts over for the next customer and reloads the business's details. */
  function next() {
    clearToasts()
    window.scrollTo(0, 0)
    setRound(round + 1)
    retry()
  }

  const leave = (
    <HoldButton
      holdMs={limits.kioskHoldSeconds * 1000}
      hint={texts.holdToLeave}
      onHeld={leaveKiosk}
    >
      {texts.staff}
    </HoldButton>
  )
  if (view.state === 'found') {
    return (
      <KioskRound
        key={round}
        code={code}
        lookUp={view.lookUp}
        shownAsOf={view.asOf}
        work={{ ...work, refused: work.refused.length }}
        leave={leave}
        onIdle={tidyUp}
        onNext={next}
      />
    )
  }
  if (view.state === 'loading') {
    return (
      <Notice icon={<Spinner />} title={joinTexts.loading} late>
        {null}
      </Notice>
    )
  }
  return (
    <>
      <NotOpened isUnknown={view.state === 'invalid'} onRetry={retry} />
      <footer className="fixed inset-x-0 bottom-0 flex justify-end p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {leave}
      </footer>
    </>
  )
}

/** The code leads to no business, or the server didn't answer on the first visit. */
function NotOpened({ isUnknown, onRetry }: { isUnknown: boolean; onRetry: () => void }) {
  return (
    <Notice
      icon={isUnknown ? <QrCode size={26} /> : <CloudOff size={26} />}
      title={isUnknown ? joinTexts.invalid : joinTexts.offline}
      action={
        <Button look="primary" size="lg" onClick={onRetry}>
          {joinTexts.tryAgain}
        </Button>
      }
    >
      {isUnknown ? joinTexts.invalidHint : joinTexts.offlineHint}
    </Notice>
  )
}

/**
 * The exit leads to the sign-in or the lock screen; holding the button only prevents leaving by
 * accident.
 */
function leaveKiosk(): void {
  endKiosk()
  location.replace('/login')
}

/**
 * Runs while the kiosk is unused: forgets refused sign-ups of existing members and, at most once per
 * `kioskUpdatePauseMinutes`, reloads into a new version without asking.
 */
function tidyUp(): void {
  void forgetKnownMembers().catch(() => {})
  if (!mayOffer(useUpdate.getState())) return
  const last = Number(sessionStorage.getItem(updatedName) ?? 0)
  if (Date.now() - last < limits.kioskUpdatePauseMinutes * minuteMs) return
  sessionStorage.setItem(updatedName, String(Date.now()))
  takeUpdate()
}
