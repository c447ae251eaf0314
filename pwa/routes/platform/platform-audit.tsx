/** The audit log of the platform and of every business, for super admins. */
import { useState } from 'react'
import { reloadCalls } from '#pwa/api/use-call.ts'
import { platformActGroups } from '#pwa/routes/audit-log/acts.ts'
import { AuditLog, peopleOf, useAuditSearch } from '#pwa/routes/audit-log/audit-log.tsx'
import { toAuditQuery } from '#pwa/routes/audit-log/audit-search.ts'
import { AuditLogFilter } from '#pwa/routes/audit-log/filter.tsx'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { useCachedPages } from '#pwa/session/use-cached-call.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { useOver } from '#pwa/ui/use-over.ts'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { BusinessChoice } from './business-choice.tsx'
import { undoChange } from './use-tenant-selection.ts'

const isOf = (id: string | undefined) => (record: AuditRecord) => record.businessId === id

export function PlatformAuditScreen() {
  const [search, setSearch] = useAuditSearch()
  const pages = useCachedPages('admin.audit', {
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
      actionOf={undoAction}
    />
  )
}

/** Only while the change can still be undone. */
function undoAction({ subject, businesses }: AuditRecord) {
  if (!subject || !businesses?.undoUntil) return null
  return <UndoChange changeId={subject} until={businesses.undoUntil} />
}

function UndoChange({ changeId, until }: { changeId: string; until: string }) {
  const isOver = useOver(until)
  const isOffline = useOffline()
  const [busy, setBusy] = useState(false)
  if (isOver) return null
  async function undo() {
    setBusy(true)
    await undoChange(changeId)
    reloadCalls()
    setBusy(false)
  }
  return (
    <Button
      look="secondary"
      size="sm"
      busy={busy}
      disabled={isOffline}
      className="mt-1 @4xl:mt-0"
      onClick={() => void undo()}
    >
      {platformTexts.undo}
    </Button>
  )
}
