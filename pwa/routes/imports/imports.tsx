/**
 * Brings members and points of another program over from its CSV: one import at a time, and those
 * before it with their undo.
 */
import { useEffect } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { ImportRun, ImportState } from '#schema/contract/member-import.ts'
import { EarlierImports } from './earlier.tsx'
import { NewImport } from './new-import.tsx'
import { OpenImport } from './open-import.tsx'

const openStates: readonly ImportState[] = ['uploading', 'checked', 'running', 'paused', 'undoing']
/** The server's job works in the background; the page asks for its progress. */
const movingStates: readonly ImportState[] = ['running', 'undoing']
const askEveryMs = 2_000

export function ImportsScreen({ businessId }: { businessId: string }) {
  const list = useCachedCall('business.imports', { params: { businessId } })
  const { data, reload } = list
  const open = data?.imports.find(({ state }) => openStates.includes(state))
  const isSending = data?.imports.some(({ cards }) => cards?.state === 'sending') ?? false
  const isMoving = isSending || (open !== undefined && movingStates.includes(open.state))
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, askEveryMs)
    return () => clearInterval(timer)
  }, [isMoving, reload])
  const compared = data?.imports.filter(({ state }) => state === 'compared') ?? []
  const comparable =
    data?.imports.flatMap(({ compareUntil, source }) => (compareUntil ? source : [])) ?? []
  const isEarlier = ({ state }: ImportRun) => state === 'finished' || state === 'undone'
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="flex max-w-3xl flex-col gap-6">
        <LoadProblem of={list} />
        {!data && list.error === undefined && <Skeleton className="h-48 w-full" />}
        {data && !open && (
          <NewImport businessId={businessId} comparable={comparable} onStarted={reload} />
        )}
        {compared.map((run) => (
          <OpenImport
            key={run.id}
            businessId={businessId}
            run={run}
            isBlocked={open !== undefined}
            onChanged={reload}
          />
        ))}
        {open && <OpenImport key={open.id} businessId={businessId} run={open} onChanged={reload} />}
        {data && (
          <EarlierImports
            businessId={businessId}
            runs={data.imports.filter(isEarlier)}
            mayUndo={!open}
            onChanged={reload}
          />
        )}
      </div>
    </>
  )
}
