/** The shift: what this device recorded today, by whom, and whether all of it has synced. */
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { type Shift, type ShiftFigures, useShift } from '#pwa/loyalty/shift.ts'
import { countFailed, type SyncStatus, tryNow, useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useDay } from '#pwa/loyalty/today.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { useTill } from '#pwa/session/till.ts'
import { formatCalendarDay, formatMoney } from '#pwa/texts/format.ts'
import { shiftTexts as texts } from '#pwa/texts/shift.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { KioskRefusals } from './kiosk-refusals.tsx'

export function ShiftScreen() {
  useTitle(texts.title)
  const { business } = useBusiness()
  const { day, begin } = useDay()
  const shift = useShift(begin)
  const status = useSyncStatus()
  const isOwner = useSession(
    (session) => session.state === 'signedIn' && session.user.role === 'business_admin',
  )
  return (
    <BusinessFrame business={business}>
      <PageHeader
        title={texts.title}
        description={texts.description(formatCalendarDay(day))}
        actions={
          isOwner && (
            <Link to="/business-dashboard" className={buttonClass('secondary', 'md')}>
              {texts.allDevices}
            </Link>
          )
        }
      />
      {shift ? (
        <div className="flex flex-col gap-6">
          <Arrival shift={shift} status={status} />
          <KioskRefusals />
          <Card>
            <Figures figures={shift} />
          </Card>
          {shift.byStaff.length > 1 && <ByPerson shift={shift} />}
        </div>
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </BusinessFrame>
  )
}

/** The end-of-day check. */
function Arrival({ shift, status }: { shift: Shift; status: SyncStatus }) {
  const faults = faultsOf(shift, status)
  const isFine = faults.length === 0
  const Icon = isFine ? CircleCheck : TriangleAlert
  return (
    <section
      aria-label={isFine ? texts.everythingArrived : texts.notYet}
      className={
        isFine
          ? 'flex flex-wrap items-center gap-4 rounded-lg bg-success-soft p-5 text-success'
          : 'flex flex-wrap items-center gap-4 rounded-lg bg-warning-soft p-5 text-warning'
      }
    >
      <Icon size={28} aria-hidden="true" className="shrink-0" />
      <div role="status" className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold text-lg">{isFine ? texts.everythingArrived : texts.notYet}</h2>
        {isFine ? (
          <p>
            {shift.arrived === 0 || status.lastPulledAt === null ? (
              texts.nothingYet
            ) : (
              <Ago
                at={status.lastPulledAt}
                sentence={(ago) => texts.allArrived(shift.arrived, ago)}
              />
            )}
          </p>
        ) : (
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      {!isFine && (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" size="lg" busy={status.syncing} onClick={tryNow}>
            {texts.check}
          </Button>
          <Link to="/outbox" className="inline-flex min-h-11 items-center font-medium text-warning">
            {texts.showPending}
          </Link>
        </div>
      )}
    </section>
  )
}

/** Includes other days: at the end of a day, nothing unsynced may remain on the device. */
function faultsOf(shift: Shift, status: SyncStatus): string[] {
  const { pendingCount, sealedCount, parkedCount, missing } = status
  const failed = countFailed(status)
  const waiting = Math.max(pendingCount, shift.waiting) + sealedCount
  return [
    ...(status.lastPulledAt === null ? [texts.neverSynced] : []),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(parkedCount > 0 ? [texts.onHold(parkedCount)] : []),
    ...(failed > 0 ? [texts.refused(failed)] : []),
    ...(missing > 0 ? [texts.missing(missing)] : []),
  ]
}

function Figures({ figures }: { figures: ShiftFigures }) {
  const shown = [
    [texts.signUps, String(figures.signUps)],
    [texts.purchases, String(figures.purchases)],
    [texts.sales, formatMoney(figures.sold)],
    [texts.redemptions, String(figures.redemptions)],
    [texts.couponsUsed, String(figures.couponsUsed)],
    [texts.undone, String(figures.undone)],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(6rem,35%),1fr))] gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
      {shown.map(([label, figure]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-ink-soft text-sm">{label}</dt>
          <dd translate="no" className="wrap-anywhere font-semibold text-2xl tabular-nums">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ByPerson({ shift }: { shift: Shift }) {
  const people = useTill(({ people }) => people)
  const session = useSession()
  const own = session.state === 'signedIn' ? session.user : null
  const nameOf = (id: string) => {
    const person = people?.find((each) => each.id === id) ?? (own?.id === id ? own : null)
    return person ? `${person.firstName} ${person.lastName}` : texts.unknownPerson
  }
  return (
    <Card title={texts.byPerson}>
      <ul className="flex flex-col divide-y divide-line">
        {shift.byStaff.map((figures) => (
          <li key={figures.staffId} className="flex flex-col gap-3 py-4">
            <bdi translate="no" className="wrap-anywhere font-medium">
              {nameOf(figures.staffId)}
            </bdi>
            <Figures figures={figures} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
