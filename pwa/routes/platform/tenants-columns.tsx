/** The columns of the businesses' table (spec.md §2), and the acts at the end of each row. */
import { Link } from '@tanstack/react-router'
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import type { Column } from '#pwa/ui/table.tsx'
import type { Business } from '#schema/contract/business.ts'
import { planLabels } from './plans.ts'
import type { TenantAct } from './tenant-act-dialog.tsx'
import { TenantMenu } from './tenant-menu.tsx'

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

export function tenantColumns(onAct: (act: TenantAct) => void): Column<Business>[] {
  return [
    {
      name: 'Business',
      main: true,
      cell: ({ name, email }) => (
        <div className="min-w-0">
          <p className="break-words font-medium">
            <bdi>{name}</bdi>
          </p>
          <p className="break-all text-ink-faint text-sm">{email}</p>
        </div>
      ),
    },
    {
      name: 'Type',
      cell: ({ businessType }) => (
        <span className="capitalize">{businessType.replaceAll('_', ' ')}</span>
      ),
    },
    {
      name: 'Status',
      cell: (business) => (
        <>
          <Badge tone={statusTones[business.status] ?? 'neutral'} icon="dot">
            <span className="capitalize">{business.status}</span>
          </Badge>
          {hasTrialEnded(business) && (
            <span className="mt-1 block text-ink-faint text-xs">Trial ended</span>
          )}
        </>
      ),
    },
    {
      name: 'Plan',
      cell: ({ plan }) => <Badge tone={planTones[plan]}>{planLabels[plan]}</Badge>,
    },
    {
      name: 'Created',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
          {formatDay(createdAt)}
        </time>
      ),
    },
    {
      name: 'Actions',
      actions: true,
      cell: (business) => (
        <>
          <TenantMenu business={business} onAct={onAct} />
          <Link
            to="/business-dashboard/$businessId"
            params={{ businessId: business.id }}
            aria-label={`View Dashboard of ${business.name}`}
            className={buttonClass('secondary', 'sm')}
          >
            View Dashboard
          </Link>
        </>
      ),
    },
  ]
}

function hasTrialEnded({ status, readOnly }: Business): boolean {
  return status === 'trial' && readOnly
}
