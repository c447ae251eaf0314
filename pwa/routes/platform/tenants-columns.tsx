/** The columns of the businesses' table (docs/product.md), and the acts at the end of each row. */

import { Link } from '@tanstack/react-router'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import type { Column } from '#pwa/ui/table.tsx'
import type { Business } from '#schema/contract/business.ts'
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
      name: platformTexts.business,
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
      name: platformTexts.type,
      cell: ({ businessType }) => platformTexts.types[businessType],
    },
    {
      name: platformTexts.status,
      cell: (business) => (
        <>
          <Badge tone={statusTones[business.status] ?? 'neutral'} icon="dot">
            {platformTexts.statuses[business.status]}
          </Badge>
          {hasTrialEnded(business) && (
            <span className="mt-1 block text-ink-faint text-xs">{platformTexts.trialEnded}</span>
          )}
        </>
      ),
    },
    {
      name: platformTexts.plan,
      cell: ({ plan }) => <Badge tone={planTones[plan]}>{platformTexts.plans[plan]}</Badge>,
    },
    {
      name: platformTexts.created,
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

function hasTrialEnded({ status, readOnly }: Business): boolean {
  return status === 'trial' && readOnly
}
