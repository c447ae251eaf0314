/**
 * For owners: work that waits for their decision, and the proof for each device that all of its work
 * has arrived.
 */
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { ParkedDecisions } from '#pwa/routes/outbox/parked-decisions.tsx'
import { useSession } from '#pwa/session/session.ts'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { deviceName } from '#pwa/texts/device-name.ts'
import { devicesTexts as texts } from '#pwa/texts/devices.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { DeviceProof } from '#schema/contract/device.ts'
import { SignOutDevice } from './sign-out-device.tsx'

export function DevicesScreen({ businessId }: { businessId: string }) {
  const devices = useSeenCall('business.devices', { params: { businessId } })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <ParkedDecisions businessId={businessId} />
      <div className="flex flex-col gap-6">
        <Card title={texts.delivery} description={texts.deliveryHint}>
          <LoadProblem of={devices} />
          {!devices.data && devices.error === undefined && <Skeleton className="h-40 w-full" />}
          {devices.data?.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
          <ul className="flex flex-col divide-y divide-line">
            {devices.data?.map((device) => (
              <DeviceRow key={device.outboxId} businessId={businessId} device={device} />
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

function DeviceRow({ businessId, device }: { businessId: string; device: DeviceProof }) {
  const { missing, isTill, isWithdrawn, accountId } = device
  // The owner's own devices are in their profile; tills have a screen of their own for removal.
  const isOwn = useSession((session) =>
    session.state === 'signedIn' ? session.user.id === accountId : true,
  )
  const others = [
    device.refused > 0 && texts.refused(device.refused),
    device.parked > 0 && texts.onHold(device.parked),
    device.discarded > 0 && texts.discarded(device.discarded),
  ].filter((each) => each !== false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <bdi translate="no" className="wrap-anywhere font-medium">
            {device.name}
          </bdi>
          {device.device && (
            <span className="text-ink-soft text-sm">{deviceName(device.device)}</span>
          )}
          {isTill && <Badge tone="neutral">{texts.till}</Badge>}
          {device.device && !device.sessionId && !isWithdrawn && (
            <Badge tone="neutral">{texts.isSignedOut}</Badge>
          )}
          {isWithdrawn && <Badge tone="warning">{texts.removed}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          <Ago at={device.lastHeardAt} sentence={texts.lastContact} />
        </p>
        {missing && (
          <p className="mt-1 text-danger text-sm">{texts.gap(missing.from, missing.through)}</p>
        )}
      </div>
      <div className="text-sm tabular-nums sm:text-right">
        <p>{texts.received(device.received)}</p>
        {others.length > 0 && <p className="text-ink-soft">{others.join(' · ')}</p>}
      </div>
      <Badge tone={missing ? 'danger' : 'success'}>
        {missing ? texts.missing(missing.count) : texts.noneMissing}
      </Badge>
      {!isTill && !isWithdrawn && !isOwn && (
        <SignOutDevice businessId={businessId} device={device} />
      )}
    </li>
  )
}
