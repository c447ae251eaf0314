/** The businesses with filter, export and actions. */

import { Building2, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { useTenantSearch } from '#pwa/routes/frame/tenant-list.ts'
import type { CachedPagesState } from '#pwa/session/use-cached-call.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Table } from '#pwa/ui/table.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'
import type { TenantAct } from './tenant-act.ts'
import { TenantActDialog } from './tenant-act-dialog.tsx'
import { exportTenants } from './tenant-export.ts'
import { TenantFilter, TenantFilterChips } from './tenant-filter.tsx'
import { TenantSelectionBar } from './tenant-selection.tsx'
import { sortedColumns, tenantColumns } from './tenants-columns.tsx'
import { type TenantSelection, useTenantSelection } from './use-tenant-selection.ts'

interface TenantsCardProps {
  tenants: CachedPagesState<Business>
  onChanged: () => void
}

export function TenantsCard({ tenants, onChanged }: TenantsCardProps) {
  const [search, changeSearch] = useTenantSearch()
  const [act, setAct] = useState<TenantAct | null>(null)
  const { rows, error, loading, hasMore } = tenants
  const selection = useTenantSelection(rows)

  return (
    <Card
      flush
      title={platformTexts.tenants}
      actions={
        <>
          <TenantFilter search={search} onChange={changeSearch} />
          <ExportButton search={search} disabled={!rows?.length} />
        </>
      }
    >
      <TenantFilterChips search={search} onChange={changeSearch} />
      <div className="border-line border-t">
        <LoadProblem of={tenants} className="p-4" />
        {(rows || error === undefined) && (
          <TenantsTable rows={rows} selection={selection} onAct={setAct} />
        )}
        {hasMore && (
          <div className="flex justify-center border-line border-t p-3">
            <Button look="ghost" busy={loading} onClick={tenants.more}>
              {platformTexts.showMore}
            </Button>
          </div>
        )}
      </div>
      <TenantSelectionBar selection={selection} businesses={rows ?? []} onChanged={onChanged} />
      <p role="status" className="sr-only">
        {rows &&
          !loading &&
          (hasMore ? platformTexts.listedOrMore(rows.length) : platformTexts.listed(rows.length))}
      </p>
      <TenantActDialog act={act} onClose={() => setAct(null)} onChanged={onChanged} />
    </Card>
  )
}

interface TenantsTableProps {
  rows: Business[] | undefined
  selection: TenantSelection
  onAct: (act: TenantAct) => void
}

function TenantsTable({ rows, selection, onAct }: TenantsTableProps) {
  const [search, changeSearch] = useTenantSearch()
  const columns = useMemo(() => tenantColumns(onAct, selection), [onAct, selection])
  const { sort = '-created', ...filter } = search
  const isFiltered = Object.keys(filter).length > 0
  const sorted = Object.entries(sortedColumns()).find(([, name]) => sort.endsWith(name))
  return (
    <Table
      caption={platformTexts.tenants}
      columns={columns}
      rows={rows}
      keyOf={(business) => business.id}
      order={sorted && { by: sorted[0], descending: sort.startsWith('-') }}
      onOrder={({ by, descending }) =>
        changeSearch((before) => {
          const name = sortedColumns()[by] ?? 'created'
          return { ...before, sort: descending ? `-${name}` : name }
        })
      }
      empty={
        <EmptyState
          icon={<Building2 />}
          sentence={isFiltered ? platformTexts.noMatch : platformTexts.noBusinesses}
          action={
            isFiltered && (
              <Button look="secondary" onClick={() => changeSearch(() => ({}))}>
                {platformTexts.showAll}
              </Button>
            )
          }
        />
      }
    />
  )
}

interface ExportButtonProps {
  search: ReturnType<typeof useTenantSearch>[0]
  disabled: boolean
}

function ExportButton({ search, disabled }: ExportButtonProps) {
  const { busy, run } = useBusy((error) => showFailure(platformTexts.exportFailed, error))
  const obstacle = useObstacle()
  const save = () =>
    run(async () =>
      showToast({ title: platformTexts.exported, description: await exportTenants(search) }),
    )
  return (
    <Button
      look="secondary"
      busy={busy}
      disabled={disabled || obstacle !== null}
      title={obstacle ?? undefined}
      onClick={() => void save()}
    >
      <Download size={17} aria-hidden="true" />
      {platformTexts.export}
    </Button>
  )
}
