/**
 * For owners: what needs their decision, what was accepted at risk, and the proof per device that
 * everything has arrived.
 */
import { useCall } from '#pwa/api/use-call.ts'
import { MembersInDebt } from '#pwa/routes/attention/members-in-debt.tsx'
import { LoadProblem } from '#pwa/routes/load-problem.tsx'
import { ParkedDecisions } from '#pwa/routes/outbox/parked-decisions.tsx'
import { devicesTexts as texts } from '#pwa/texts/devices.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { formatAgo } from '#pwa/ui/format.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { DeviceProof } from '#schema/contract/device.ts'

export function DevicesScreen({ businessId }: { businessId: string }) {
  const devices = useCall('business.devices', { params: { businessId } })
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <ParkedDecisions businessId={businessId} />
      <div className="flex flex-col gap-6">
        <Card title={texts.delivery} description={texts.deliveryHint}>
          {devices.error !== undefined && (
            <LoadProblem
              error={devices.error}
              stale={devices.data !== undefined}
              busy={devices.loading}
              onRetry={devices.reload}
            />
          )}
          {!devices.data && devices.error === undefined && <Skeleton className="h-40 w-full" />}
          {devices.data?.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
          <ul className="flex flex-col divide-y divide-line">
            {devices.data?.map((device) => (
              <DeviceRow key={device.outboxId} device={device} />
            ))}
          </ul>
        </Card>
        <MembersInDebt />
      </div>
    </>
  )
}

function DeviceRow({ device }: { device: DeviceProof }) {
  const { missing } = device
  const count = missing ? missing.through - missing.from + 1 : 0
  const others = [
    device.refused > 0 && texts.refused(device.refused),
    device.parked > 0 && texts.onHold(device.parked),
    device.discarded > 0 && texts.discarded(device.discarded),
  ].filter((each) => each !== false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere font-medium">{device.name}</bdi>
          {device.isTill && <Badge tone="neutral">{texts.till}</Badge>}
          {device.isWithdrawn && <Badge tone="warning">{texts.removed}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">{texts.lastContact(formatAgo(device.lastHeardAt))}</p>
        {missing && (
          <p className="mt-1 text-danger text-sm">{texts.gap(missing.from, missing.through)}</p>
        )}
      </div>
      <div className="text-right text-sm tabular-nums">
        <p>{texts.received(device.received)}</p>
        {others.length > 0 && <p className="text-ink-soft">{others.join(' · ')}</p>}
      </div>
      <Badge tone={missing ? 'danger' : 'success'}>
        {missing ? texts.missing(count) : texts.noneMissing}
      </Badge>
    </li>
  )
}
