/**
 * For owners: work that waits for their decision, and every device of the business: who is signed in
 * there, an act that signs it out, and the proof that all of its work has arrived.
 */
import { Link } from '@tanstack/react-router'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { ParkedDecisions } from '#pwa/routes/outbox/parked-decisions.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { deviceName } from '#pwa/texts/device-name.ts'
import { devicesTexts as texts } from '#pwa/texts/devices.ts'
import { formatInstant } from '#pwa/texts/format.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { DeviceProof } from '#schema/contract/device.ts'
import { SignOutDevice } from './sign-out-device.tsx'

export function DevicesScreen({ businessId }: { businessId: string }) {
  const devices = useCachedCall('business.devices', { params: { businessId } })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <ParkedDecisions businessId={businessId} />
      <div className="flex flex-col gap-6">
        <Card title={texts.list} description={texts.listHint}>
          <LoadProblem of={devices} />
          {!devices.data && devices.error === undefined && <Skeleton className="h-40 w-full" />}
          <ul className="flex flex-col divide-y divide-line">
            {devices.data?.map((device) => (
              <DeviceRow
                key={device.outboxId ?? device.sessionId}
                businessId={businessId}
                device={device}
              />
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

function DeviceRow({ businessId, device }: { businessId: string; device: DeviceProof }) {
  const { isTill, isWithdrawn, signedInAt } = device
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
          {device.isCurrent && <Badge tone="success">{texts.isCurrent}</Badge>}
          {isTill && <Badge tone="neutral">{texts.till}</Badge>}
          {device.device && !device.sessionId && !isWithdrawn && (
            <Badge tone="neutral">{texts.isSignedOut}</Badge>
          )}
          {isWithdrawn && <Badge tone="warning">{texts.removed}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          <Ago
            at={device.lastHeardAt}
            sentence={(ago) =>
              signedInAt ? texts.lastSeenSince(ago, formatInstant(signedInAt)) : texts.lastSeen(ago)
            }
          />
        </p>
        {device.missing && (
          <p className="mt-1 text-danger text-sm">
            {texts.gap(device.missing.from, device.missing.through)}
          </p>
        )}
      </div>
      <Arrivals of={device} />
      {isTill && !isWithdrawn && (
        <Link className={buttonClass('secondary', 'sm')} to="/business-dashboard/tills">
          {texts.toTills}
        </Link>
      )}
      {!isTill && !isWithdrawn && !device.isCurrent && (
        <SignOutDevice businessId={businessId} device={device} />
      )}
    </li>
  )
}

function Arrivals({ of: device }: { of: DeviceProof }) {
  if (device.outboxId === null) return <p className="text-ink-soft text-sm">{texts.sentNothing}</p>
  const { missing } = device
  const others = [
    device.refused > 0 && texts.refused(device.refused),
    device.parked > 0 && texts.onHold(device.parked),
    device.discarded > 0 && texts.discarded(device.discarded),
  ].filter((each) => each !== false)
  return (
    <>
      <div className="text-sm tabular-nums sm:text-right">
        <p>{texts.received(device.received)}</p>
        {others.length > 0 && <p className="text-ink-soft">{others.join(' · ')}</p>}
      </div>
      <Badge tone={missing ? 'danger' : 'success'}>
        {missing ? texts.missing(missing.count) : texts.noneMissing}
      </Badge>
    </>
  )
}
