/** The columns of the businesses' table, and the actions at the end of each row. */

import { Link } from '@tanstack/react-router'
import { formatDay } from '#pwa/texts/format.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { RowName } from '#pwa/ui/row-name.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { Business } from '#schema/contract/business.ts'
import type { TenantAct } from './tenant-act.ts'
import { TenantMenu } from './tenant-menu.tsx'
import type { TenantSelection } from './use-tenant-selection.ts'

const statusTones: Record<string, BadgeTone> = {
  active: 'success',
  trial: 'warning',
  suspended: 'danger',
}
const planTones: Record<Business['plan'], BadgeTone> = {
  trial: 'neutral',
  basic: 'neutral',
  pro: 'accent',
  enterprise: 'notice',
}

/** Sort keys in the address, by column header. */
export const sortedColumns = () =>
  ({ [platformTexts.business]: 'name', [platformTexts.created]: 'created' }) as const

export function tenantColumns(
  onAct: (act: TenantAct) => void,
  selection: TenantSelection,
): Column<Business>[] {
  return [
    {
      name: platformTexts.business,
      main: 'wide',
      sortable: true,
      cell: (business) => <SelectableName business={business} selection={selection} />,
    },
    {
      name: platformTexts.type,
      wideOnly: true,
      cell: ({ businessType }) => (
        <span className="inline-block first-letter:uppercase @min-[60rem]:whitespace-nowrap">
          {platformTexts.typeInTable(businessType)}
        </span>
      ),
    },
    {
      name: platformTexts.status,
      cell: (business) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Badge tone={statusTones[business.status] ?? 'neutral'} icon="dot">
            {platformTexts.statuses[business.status] ?? business.status}
          </Badge>
          {hasTrialEnded(business) && (
            <span className="text-ink-faint text-xs">{platformTexts.trialEnded}</span>
          )}
        </span>
      ),
    },
    {
      name: platformTexts.plan,
      cell: ({ plan }) => <Badge tone={planTones[plan]}>{platformTexts.plans[plan]}</Badge>,
    },
    {
      name: platformTexts.created,
      wideOnly: true,
      sortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
          {formatDay(createdAt)}
        </time>
      ),
    },
    {
      name: platformTexts.actions,
      actions: true,
      cell: (business) => (
        <>
          <TenantMenu business={business} onAct={onAct} />
          <Link
            to="/business-dashboard/$businessId"
            params={{ businessId: business.id }}
            aria-label={platformTexts.viewDashboardOf(business.name)}
            className={buttonClass('secondary', 'sm')}
          >
            {platformTexts.viewDashboard}
          </Link>
        </>
      ),
    },
  ]
}

interface SelectableNameProps {
  business: Business
  selection: TenantSelection
}

function SelectableName({ business, selection }: SelectableNameProps) {
  const { id, name, email } = business
  return (
    <RowName
      lead={
        <label className="-my-1.5 -mr-2 -ml-3 flex size-11 shrink-0 cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            aria-label={platformTexts.selectBusiness(name)}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
            className="size-4.5 accent-(--accent)"
          />
        </label>
      }
      name={
        <Link
          to="/super-admin-dashboard/tenants/$businessId"
          params={{ businessId: id }}
          className="rounded-sm text-ink no-underline hover:underline"
        >
          <bdi translate="no">{name}</bdi>
        </Link>
      }
      title={name}
      detail={email}
      tight
    />
  )
}

function hasTrialEnded({ status, readOnly }: Business): boolean {
  return status === 'trial' && readOnly
}
