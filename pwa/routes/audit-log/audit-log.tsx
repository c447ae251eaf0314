/**
 * Who did what, when and from where: a business's log for its owner, and every log for
 * a super admin. What is filtered stands in the address.
 */

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadProblem } from '#pwa/routes/load-problem.tsx'
import { type SeenPagesState, useSeenPages } from '#pwa/session/use-seen-call.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { actGroups, platformActGroups } from './acts.ts'
import { type AuditSearch, readAuditSearch, toAuditQuery } from './audit-search.ts'
import { AuditLogTable } from './entries-table.tsx'
import { AuditLogFilter } from './filter.tsx'

/** Of one business. */
export function AuditLogScreen({ businessId }: { businessId: string }) {
  const [search, setSearch] = useAuditSearch()
  const query = toAuditQuery(search)
  const pages = useSeenPages('business.audit', { params: { businessId }, query })
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

interface PlatformAuditLogProps {
  businesses: readonly { id: string; name: string }[]
}

/** Of all businesses and of the platform itself. */
export function PlatformAuditLog({ businesses }: PlatformAuditLogProps) {
  const [search, setSearch] = useAuditSearch()
  const pages = useSeenPages('admin.audit', {
    query: { ...toAuditQuery(search), businessId: search.business },
  })
  return (
    <AuditLog
      title={auditLogTexts.platformTitle}
      description={auditLogTexts.platformDescription}
      filter={
        <AuditLogFilter
          groups={platformActGroups()}
          businesses={businesses}
          people={peopleOf(pages.rows, search.person)}
          search={search}
          onSearch={setSearch}
        />
      }
      filtered={Object.keys(search).length > 0}
      pages={pages}
      showBusiness={(id) => (
        <bdi>
          {businesses.find((business) => business.id === id)?.name ?? auditLogTexts.aBusiness}
        </bdi>
      )}
    />
  )
}

/** @param chosen stays a choice while nothing by them is shown */
function peopleOf(rows: readonly AuditRecord[] = [], chosen: string | undefined) {
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
  pages: SeenPagesState<AuditRecord>
  showBusiness?: (businessId: string) => ReactNode
}

function AuditLog({ title, description, filter, filtered, pages, showBusiness }: AuditLogProps) {
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
            showBusiness={showBusiness}
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

function useAuditSearch(): [AuditSearch, (search: AuditSearch) => void] {
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  return [
    search,
    (next) => void navigate({ to: '.', search: next, replace: true, resetScroll: false }),
  ]
}
