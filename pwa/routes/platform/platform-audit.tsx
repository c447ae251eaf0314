/** The audit log of the platform and of every business, for super admins. */
import { platformActGroups } from '#pwa/routes/audit-log/acts.ts'
import { AuditLog, peopleOf, useAuditSearch } from '#pwa/routes/audit-log/audit-log.tsx'
import { toAuditQuery } from '#pwa/routes/audit-log/audit-search.ts'
import { AuditLogFilter } from '#pwa/routes/audit-log/filter.tsx'
import { useSeenPages } from '#pwa/session/use-seen-call.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { BusinessChoice } from './business-choice.tsx'

const isOf = (id: string | undefined) => (record: AuditRecord) => record.businessId === id

export function PlatformAuditScreen() {
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
          people={peopleOf(pages.rows, search.person)}
          search={search}
          onSearch={setSearch}
          businessChoice={
            <BusinessChoice
              value={search.business}
              name={pages.rows?.find(isOf(search.business))?.businessName ?? undefined}
              onValue={(business) => {
                const { business: _, ...others } = search
                setSearch(business ? { ...others, business } : others)
              }}
            />
          }
        />
      }
      filtered={Object.keys(search).length > 0}
      pages={pages}
      namesBusinesses
    />
  )
}
