/** The bar above the table while businesses are selected: their number, and actions on all of them. */
import { CirclePause, CirclePlay, CreditCard } from 'lucide-react'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { offeredPlans } from '#pwa/routes/frame/plans.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { type ChangeSelected, type TenantSelection, useBulkChange } from './use-tenant-selection.ts'

/** Large text on a phone needs a second line. */
const roomyClass = 'h-auto! min-h-8 whitespace-normal! py-1'

interface TenantSelectionBarProps {
  selection: TenantSelection
  businesses: readonly Business[]
  onChanged: () => void
}

export function TenantSelectionBar({ selection, businesses, onChanged }: TenantSelectionBarProps) {
  const { busy, change } = useBulkChange(selection, onChanged)
  const count = selection.ids.size
  if (count === 0) return null
  const all = businesses.slice(0, limits.tenantsAtOnce).map(({ id }) => id)

  return (
    <section
      aria-label={platformTexts.selected(count)}
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-soft/50 px-5 py-2.5"
    >
      <p className="mr-auto font-medium text-sm">{platformTexts.selected(count)}</p>
      {count < all.length && (
        <Button look="ghost" size="sm" className={roomyClass} onClick={() => selection.set(all)}>
          {platformTexts.selectAllOf(all.length)}
        </Button>
      )}
      <BulkActions busy={busy} onChange={change} />
      <Button look="ghost" size="sm" className={roomyClass} onClick={() => selection.set([])}>
        {platformTexts.clearSelection}
      </Button>
    </section>
  )
}

interface BulkActionsProps {
  busy: boolean
  onChange: ChangeSelected
}

function BulkActions({ busy, onChange }: BulkActionsProps) {
  const isOffline = useOffline()
  return (
    <>
      <Button
        look="secondary"
        size="sm"
        className={roomyClass}
        busy={busy}
        disabled={isOffline}
        onClick={() => onChange({ suspended: true }, platformTexts.suspendedMany)}
      >
        <CirclePause size={16} aria-hidden="true" />
        {platformTexts.suspend}
      </Button>
      <Button
        look="secondary"
        size="sm"
        className={roomyClass}
        busy={busy}
        disabled={isOffline}
        onClick={() => onChange({ suspended: false }, platformTexts.reactivatedMany)}
      >
        <CirclePlay size={16} aria-hidden="true" />
        {platformTexts.reactivate}
      </Button>
      <Menu
        label={platformTexts.changePlan}
        items={offeredPlans().map(({ value, label }) => ({
          label,
          onSelect: () =>
            onChange({ plan: value }, (changed) => platformTexts.onPlanMany(changed, label)),
        }))}
      >
        <Button look="secondary" size="sm" className={roomyClass} busy={busy} disabled={isOffline}>
          <CreditCard size={16} aria-hidden="true" />
          {platformTexts.changePlan}
        </Button>
      </Menu>
    </>
  )
}
