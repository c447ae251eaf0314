/** The owner's tills: the list, a button to make this device a till, and the team's PINs. */
import { MonitorSmartphone, Smartphone, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { KioskLink } from '#pwa/routes/frame/kiosk-link.tsx'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { deviceName } from '#pwa/texts/device-name.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Till } from '#schema/contract/till.ts'
import { EnrollTill } from './enroll-till.tsx'
import { SetUpDevice } from './set-up-device.tsx'
import { StaffPins } from './staff-pins.tsx'

export function TillsScreen({ businessId }: { businessId: string }) {
  const obstacle = useObstacle()
  const tills = useCachedCall('business.tills', { params: { businessId } })
  const [removing, setRemoving] = useState<Till | null>(null)
  const { busy, run } = useBusy((error) => {
    showFailure(texts.notRemoved, error)
    if (isGone(error)) setRemoving(null)
  })
  const remove = (till: Till) =>
    run(async () => {
      const params = { businessId, tillId: till.id }
      await withFreshPassword(() => call('business.revokeTill', { params }))
      showToast({ title: texts.removed(keep(till.name)) })
      tills.reload()
      setRemoving(null)
    })

  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="flex flex-col gap-6">
        <Card>
          <LoadProblem of={tills} />
          {!tills.data && tills.error === undefined && <Skeleton className="h-24 w-full" />}
          {tills.data?.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
          <ul className="flex flex-col divide-y divide-line">
            {tills.data?.map((till) => (
              <TillRow key={till.id} till={till} onRemove={() => setRemoving(till)} />
            ))}
          </ul>
        </Card>
        <AddDevice businessId={businessId} />
        <StaffPins businessId={businessId} />
      </div>
      <ConfirmDialog
        open={removing !== null}
        onOpen={(open) => !open && setRemoving(null)}
        title={removing ? texts.removeTitle(keep(removing.name)) : ''}
        act={texts.remove}
        obstacle={obstacle}
        busy={busy}
        onConfirm={() => removing && void remove(removing)}
      >
        {texts.removeMeaning}
      </ConfirmDialog>
    </>
  )
}

function TillRow({ till, onRemove }: { till: Till; onRemove: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <bdi translate="no" className="wrap-anywhere block font-medium">
          {till.name}
        </bdi>
        <p className="text-ink-soft text-sm">
          {texts.enrolled(formatDay(till.enrolledAt), deviceName(till.device))}
        </p>
        {till.lastSeenAt && (
          <p className="text-ink-soft text-sm">
            <Ago at={till.lastSeenAt} sentence={texts.lastSeen} />
          </p>
        )}
      </div>
      <Button look="secondary" aria-label={texts.removeOf(till.name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  )
}

/** The three kinds of devices at a counter, each with the act that makes one. */
function AddDevice({ businessId }: { businessId: string }) {
  const ways = [
    { Icon: MonitorSmartphone, means: texts.tillFor, act: <EnrollTill businessId={businessId} /> },
    { Icon: Smartphone, means: texts.counterFor, act: <SetUpDevice /> },
    { Icon: UserRoundPlus, means: texts.kioskFor, act: <KioskLink size="md" /> },
  ]
  return (
    <Card title={texts.addDevice}>
      <div className="@container">
        <ul className="grid gap-6 @3xl:grid-cols-3">
          {ways.map(({ Icon, means, act }) => (
            <li key={means} className="flex flex-col items-start gap-3">
              <Icon size={32} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
              <p className="flex-1 text-ink-soft text-sm">{means}</p>
              <div>{act}</div>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
