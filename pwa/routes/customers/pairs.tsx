/** Members who may be one person, for owners: join them, or remember that they are two. */
import { useEffect, useRef, useState } from 'react'
import { separatePair, useDecidedPairs } from '#pwa/loyalty/member-joins.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedPages } from '#pwa/session/use-cached-call.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { memberPairTexts as texts } from '#pwa/texts/member-pairs.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import type { MemberPair } from '#schema/contract/member-join.ts'
import { JoinDialog } from './join-dialog.tsx'

export function PairsScreen({ businessId }: { businessId: string }) {
  const pages = useCachedPages('business.memberPairs', { params: { businessId }, query: {} })
  const saved = useSavedToast()
  const [joining, setJoining] = useState<MemberPair | null>(null)
  const { isDecided, waiting } = useDecidedPairs()
  useReloadAfter(waiting, pages.reload)
  const shown = pages.rows?.filter(({ newer, older }) => !isDecided(newer.id, older.id))
  async function separate({ newer, older }: MemberPair) {
    try {
      await separatePair(newer.id, older.id)
      saved(texts.separated, customerTexts.savedOnDevice)
    } catch (error) {
      showFailure(texts.notSaved, error)
    }
  }
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Card flush className="max-w-3xl">
        <LoadProblem of={pages} className="p-4" />
        {!shown && pages.error === undefined && (
          <div className="p-5">
            <Skeleton className="h-28 w-full" />
          </div>
        )}
        {shown?.length === 0 && !pages.hasMore && <EmptyState sentence={texts.none} />}
        <ul className="divide-y divide-line">
          {shown?.map((pair) => (
            <PairRow
              key={pair.id}
              pair={pair}
              onJoin={() => setJoining(pair)}
              onSeparate={() => void separate(pair)}
            />
          ))}
        </ul>
        {pages.hasMore && (
          <div className="flex justify-center border-line border-t p-3">
            <Button look="ghost" busy={pages.loading} onClick={pages.more}>
              {texts.more}
            </Button>
          </div>
        )}
      </Card>
      {joining && (
        <JoinDialog
          key={joining.id}
          members={[joining.older, joining.newer]}
          onClose={() => setJoining(null)}
        />
      )}
    </>
  )
}

/** Once a decision has arrived, which may have changed other pairs. */
function useReloadAfter(waiting: number, reload: () => void) {
  const before = useRef(0)
  useEffect(() => {
    if (waiting < before.current) reload()
    before.current = waiting
  }, [waiting, reload])
}

interface PairRowProps {
  pair: MemberPair
  onJoin: () => void
  onSeparate: () => void
}

function PairRow({ pair, onJoin, onSeparate }: PairRowProps) {
  return (
    <li className="flex flex-col gap-3 p-[min(1.25rem,5vw)]">
      <div className="flex flex-wrap gap-2">
        {pair.reasons.map((reason) => (
          <Badge key={reason}>{texts.reasons[reason]}</Badge>
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-3">
        {[pair.older, pair.newer].map((member) => (
          <Person key={member.id} member={member} />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onJoin}>{texts.join}</Button>
        <Button look="secondary" onClick={onSeparate}>
          {texts.notTheSame}
        </Button>
      </div>
    </li>
  )
}

function Person({ member }: { member: Customer }) {
  return (
    <div className="min-w-0 text-sm">
      <bdi translate="no" className="wrap-anywhere block font-medium">
        {`${member.firstName} ${member.lastName}`}
      </bdi>
      <span translate="no" className="wrap-anywhere block text-ink-soft">
        {[member.email, member.phone].filter(Boolean).join(' · ')}
      </span>
      <span className="block text-ink-soft tabular-nums">
        {`${texts.points}: ${formatNumber(member.points)}`}
      </span>
    </div>
  )
}
