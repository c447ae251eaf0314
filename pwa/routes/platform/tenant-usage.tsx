/** A business's usage in the last 30 days. */

import { formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { TenantPage } from '#schema/contract/tenant.ts'

const figures = ['customers', 'signUps', 'scans', 'purchases', 'redemptions', 'revenue'] as const

export function TenantUsage({ usage }: { usage: TenantPage['usage'] }) {
  const { tenant } = platformTexts
  return (
    <Card
      title={tenant.usage}
      description={tenant.usageHint}
      actions={
        <span className="text-ink-soft text-sm">
          {usage.lastActiveAt ? (
            <Ago at={usage.lastActiveAt} sentence={tenant.lastActive} />
          ) : (
            tenant.neverActive
          )}
        </span>
      }
    >
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-5 sm:grid-cols-3">
        {figures.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-faint text-sm">{tenant.usageOf[name]}</dt>
            <dd translate="no" className="font-semibold text-xl tabular-nums">
              {name === 'revenue' ? formatMoney(usage.revenue) : formatNumber(usage[name])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
