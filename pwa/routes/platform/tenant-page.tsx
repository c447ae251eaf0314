/** A business's page: its people, plan, features, usage, audit log and notes. */

import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Palette } from 'lucide-react'
import { useState } from 'react'
import { AuditLogTable } from '#pwa/routes/audit-log/entries-table.tsx'
import { useAddressAct } from '#pwa/routes/forms/address-act.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useLatestTenantList } from '#pwa/routes/frame/tenant-list.ts'
import { placeOf } from '#pwa/routes/frame/tenant-search.ts'
import { useCachedCall, useCachedPages } from '#pwa/session/use-cached-call.ts'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import type { TenantPage } from '#schema/contract/tenant.ts'
import { featureChoices } from './feature-choices.ts'
import { type TenantAct, tenantActs } from './tenant-act.ts'
import { TenantActDialog } from './tenant-act-dialog.tsx'
import { TenantMenu } from './tenant-menu.tsx'
import { TenantNotes } from './tenant-notes.tsx'
import { TenantPeople } from './tenant-people.tsx'
import { detailsOf } from './tenant-settings-dialog.tsx'
import { TenantUsage } from './tenant-usage.tsx'

const recentLines = 10
/** A visit of a super admin reads dozens of records, which become one line. */
const recentRecords = 200

export function TenantPageScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  return <Tenant key={businessId} businessId={businessId} />
}

function Tenant({ businessId }: { businessId: string }) {
  const page = useCachedCall('admin.business', { params: { businessId } })
  const { data, error, reload } = page
  const log = useCachedPages('admin.audit', { query: { businessId } }, recentRecords)
  const [act, setAct] = useState<TenantAct | null>(null)
  useAddressAct(tenantActs, data ? (kind) => setAct({ kind, business: data.business }) : null)
  function changed() {
    reload()
    log.reload()
  }
  return (
    <>
      <WayBack />
      <LoadProblem of={page} className="mb-6" />
      {!data && error === undefined && <Skeleton className="h-96 w-full rounded-lg" />}
      {data && (
        <>
          <Header page={data} onAct={setAct} />
          {(data.mailsHeld ?? 0) > 0 && (
            <div className="mb-6">
              <Banner inset tone="warning">
                {platformTexts.tenant.mailsHeld(data.mailsHeld ?? 0)}
              </Banner>
            </div>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
            <div className="flex min-w-0 flex-col gap-6">
              <TenantUsage usage={data.usage} />
              <TenantPeople businessId={data.business.id} people={data.people} onChanged={reload} />
              <TenantNotes businessId={businessId} notes={data.notes} onAdded={changed} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <Settings page={data} onAct={setAct} />
            </div>
          </div>
          {/* The log's table needs the whole width. */}
          <div className="mt-6">
            <Card
              flush
              title={platformTexts.tenant.recentActivity}
              actions={
                <Link
                  to="/super-admin-dashboard/audit"
                  search={{ business: businessId }}
                  className={textLinkClass}
                >
                  {platformTexts.tenant.allActivity}
                </Link>
              }
            >
              <AuditLogTable
                records={log.rows}
                linesMax={recentLines}
                empty={auditLogTexts.nothingYet}
              />
            </Card>
          </div>
        </>
      )}
      <TenantActDialog act={act} onClose={() => setAct(null)} onChanged={changed} />
    </>
  )
}

/** Links back to the list with its filter. */
function WayBack() {
  const { to, search } = useLatestTenantList()
  return (
    <Link
      to={to}
      {...placeOf(search)}
      className={`${textLinkClass} mb-3 inline-flex min-h-6 items-center gap-1.5 text-sm`}
    >
      <ArrowLeft size={16} aria-hidden="true" />
      {platformTexts.tenant.backToTenants}
    </Link>
  )
}

function Header({ page, onAct }: { page: TenantPage; onAct: (act: TenantAct) => void }) {
  const { business } = page
  return (
    <PageHeader
      title={business.name}
      description={business.email}
      actions={
        <>
          <TenantMenu business={business} onAct={onAct} />
          <Link
            to="/super-admin-dashboard/white-label/$businessId"
            params={{ businessId: business.id }}
            className={buttonClass('secondary')}
          >
            <Palette size={17} aria-hidden="true" />
            {platformTexts.tenant.branding}
          </Link>
          <Link
            to="/business-dashboard/$businessId"
            params={{ businessId: business.id }}
            className={buttonClass('primary')}
          >
            {platformTexts.viewDashboard}
          </Link>
        </>
      }
    />
  )
}

function Settings({ page, onAct }: { page: TenantPage; onAct: (act: TenantAct) => void }) {
  const { business } = page
  return (
    <Card
      title={platformTexts.tenant.settings}
      actions={
        <Button look="secondary" size="sm" onClick={() => onAct({ kind: 'configure', business })}>
          {platformTexts.tenant.edit}
        </Button>
      }
    >
      <DetailList
        details={[
          ...detailsOf(business),
          ...featureChoices.map(({ name }) => ({
            name: platformTexts.featureNames[name],
            value: (
              <Badge tone={business.features[name] ? 'success' : 'neutral'}>
                {business.features[name] ? platformTexts.tenant.on : platformTexts.tenant.off}
              </Badge>
            ),
          })),
        ]}
      />
    </Card>
  )
}
