/**
 * Everything that needs an owner's attention: held work and welcomes, debts, coupons that don't count.
 */
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useMembersInDebt } from '#pwa/loyalty/trust.ts'
import { useDecidedWelcomes } from '#pwa/loyalty/welcome.ts'
import {
  manySignUpsIn,
  needsDecision,
  refusedIn,
  uncountedIn,
} from '#pwa/routes/frame/attention-count.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Attention, HeldWelcome } from '#schema/contract/attention.ts'
import type { ParkedOperation } from '#schema/contract/sync.ts'
import { HeldWelcomes } from './held-welcomes.tsx'
import { HeldWork } from './held-work.tsx'
import { ManySignUps } from './many-sign-ups.tsx'
import { MarkRead } from './mark-read.tsx'
import { MembersInDebt } from './members-in-debt.tsx'
import { OfflineConflicts } from './offline-conflicts.tsx'
import { RefusedWork } from './refused-work.tsx'

export function AttentionScreen({ businessId }: { businessId: string }) {
  const state = useCachedCall('business.attention', { params: { businessId } })
  const { data, error, reload } = state
  const parked = useCachedCall('business.parked', { params: { businessId } })
  const isRead = parked.data !== undefined || parked.error !== undefined
  /** Members decided on this screen; the list loaded before still contains them. */
  const [decided, setDecided] = useState<readonly string[]>([])
  const saved = useDecidedWelcomes()
  const waiting = saved.size
  // Reloads after the last decision has synced, so that the answer stored for offline use no longer
  // lists them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when the last decision has synced
  useEffect(() => {
    if (waiting === 0 && decided.length > 0) reload()
  }, [waiting, decided.length])
  const isOpen = ({ memberId }: HeldWelcome) => !decided.includes(memberId) && !saved.has(memberId)
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <LoadProblem of={error === undefined ? parked : state} className="mb-6" />
      {data && isRead ? (
        <Groups
          businessId={businessId}
          data={data}
          work={parked.data?.filter(needsDecision)}
          welcomes={data.heldWelcomes.filter(isOpen)}
          onDecided={(memberId) => setDecided([...decided, memberId])}
          onRead={reload}
        />
      ) : (
        error === undefined && <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}

interface GroupsProps {
  businessId: string
  data: Attention
  /** Undefined if this device could not load it. */
  work: readonly ParkedOperation[] | undefined
  welcomes: readonly HeldWelcome[]
  onDecided: (memberId: string) => void
  onRead: () => void
}

/** Shows only groups with something to do. */
function Groups({ businessId, data, work, welcomes, onDecided, onRead }: GroupsProps) {
  const { business } = useBusiness()
  const debts = useMembersInDebt()
  // Until the first pull is complete, members who owe points may be missing.
  const { whole } = useSyncStatus()
  // Answers stored by an earlier version of the app lack it.
  const { asOf }: Partial<Attention> = data
  const uses = uncountedIn(data)
  const refused = refusedIn(data)
  const hours = manySignUpsIn(data)
  const told = [...Object.values(uses).flat(), ...refused]
  const all = [work ?? [], welcomes, debts, told, hours]
  if (whole && work && all.every((group) => group.length === 0)) {
    return (
      <Card>
        <EmptyState icon={<CircleCheck />} sentence={texts.allClear} />
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {data.more && (
        <Banner tone="notice" inset>
          {texts.more}
        </Banner>
      )}
      {work && work.length > 0 && <HeldWork work={work} />}
      {welcomes.length > 0 && (
        <HeldWelcomes business={business} welcomes={welcomes} onDecided={onDecided} />
      )}
      {debts.length > 0 && <MembersInDebt members={debts} />}
      <OfflineConflicts businessId={businessId} {...uses} />
      {refused.length > 0 && <RefusedWork businessId={businessId} refused={refused} />}
      {hours.length > 0 && <ManySignUps businessId={businessId} hours={hours} />}
      {told.length + hours.length > 0 && asOf !== undefined && (
        <MarkRead
          businessId={businessId}
          operationIds={told.map(({ operationId }) => operationId)}
          asOf={asOf}
          onRead={onRead}
        />
      )}
    </div>
  )
}
