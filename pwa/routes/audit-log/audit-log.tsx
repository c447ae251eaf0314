/**
 * A business's audit log for its owner: who did what, when and from where. The log of all
 * businesses shares its parts (platform/platform-audit.tsx). The filter is kept in the address.
 */

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { type CachedPagesState, useCachedPages } from '#pwa/session/use-cached-call.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { actGroups } from './acts.ts'
import { type AuditSearch, readAuditSearch, toAuditQuery } from './audit-search.ts'
import { AuditLogTable } from './entries-table.tsx'
import { AuditLogFilter } from './filter.tsx'

/** The log of one business. */
export function AuditLogScreen({ businessId }: { businessId: string }) {
  const [search, setSearch] = useAuditSearch()
  const query = toAuditQuery(search)
  const pages = useCachedPages('business.audit', { params: { businessId }, query })
  return (
    <AuditLog
      title={auditLogTexts.title}
      description={auditLogTexts.description}
      filter={
        <AuditLogFilter
          groups={actGroups()}
          people={peopleOf(pages.rows, search.person)}
          search={search}
          onSearch={setSearch}
        />
      }
      filtered={Object.keys(search).length > 0}
      pages={pages}
    />
  )
}

/** @param chosen the person filtered by, who stays in the list even if they have no entries */
export function peopleOf(rows: readonly AuditRecord[] = [], chosen: string | undefined) {
  const namesById = new Map(chosen ? [[chosen, auditLogTexts.thisPerson]] : [])
  for (const { actorId, actorName } of rows) {
    if (actorId && actorName) namesById.set(actorId, actorName)
  }
  return [...namesById].map(([id, name]) => ({ id, name }))
}

interface AuditLogProps {
  title: string
  description: string
  filter: ReactNode
  filtered: boolean
  pages: CachedPagesState<AuditRecord>
  /** The log covers several businesses: each line names its business. */
  namesBusinesses?: boolean
  /** Buttons that act on a line. */
  actionOf?: (record: AuditRecord) => ReactNode
}

export function AuditLog({
  title,
  description,
  filter,
  filtered,
  pages,
  namesBusinesses = false,
  actionOf,
}: AuditLogProps) {
  const { rows, error, loading } = pages
  return (
    <>
      <PageHeader title={title} description={description} />
      <Card flush>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12.5rem,100%),1fr))] items-end gap-3 border-line border-b px-5 py-4 sm:flex sm:flex-wrap">
          {filter}
        </div>
        <LoadProblem of={pages} className="p-4" />
        {(rows || error === undefined) && (
          <AuditLogTable
            records={rows}
            namesBusinesses={namesBusinesses}
            {...(actionOf && { actionOf })}
            empty={filtered ? auditLogTexts.noMatch : auditLogTexts.nothingYet}
          />
        )}
        {pages.hasMore && (
          <div className="flex justify-center border-line border-t p-3">
            <Button look="ghost" busy={loading} onClick={pages.more}>
              {auditLogTexts.showMore}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

export function useAuditSearch(): [AuditSearch, (search: AuditSearch) => void] {
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  return [
    search,
    (next) => void navigate({ to: '.', search: next, replace: true, resetScroll: false }),
  ]
}
