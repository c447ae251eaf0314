/** Everything that needs an owner's attention: held welcomes, debts, coupons that don't count. */
import { useEffect, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { HeldWelcomes } from './held-welcomes.tsx'
import { ManySignUps } from './many-sign-ups.tsx'
import { MembersInDebt } from './members-in-debt.tsx'
import { RefusedWork } from './refused-work.tsx'
import { UncountedUses } from './uncounted-uses.tsx'
import { manySignUpsIn, refusedIn, uncountedIn, useDecidedWelcomes } from './waiting.ts'

export function AttentionScreen({ businessId }: { businessId: string }) {
  const { business } = useBusiness()
  const state = useSeenCall('business.attention', { params: { businessId } })
  const { data, error, reload } = state
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
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <LoadProblem of={state} className="mb-6" />
      {data ? (
        <div className="flex flex-col gap-6">
          {data.more && (
            <Banner tone="notice" inset>
              {texts.more}
            </Banner>
          )}
          <HeldWelcomes
            business={business}
            welcomes={data.heldWelcomes.filter(
              ({ memberId }) => !decided.includes(memberId) && !saved.has(memberId),
            )}
            onDecided={(memberId) => setDecided([...decided, memberId])}
          />
          <MembersInDebt />
          <UncountedUses businessId={businessId} {...uncountedIn(data)} />
          <RefusedWork businessId={businessId} refused={refusedIn(data)} />
          <ManySignUps businessId={businessId} hours={manySignUpsIn(data)} />
        </div>
      ) : (
        error === undefined && <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}
