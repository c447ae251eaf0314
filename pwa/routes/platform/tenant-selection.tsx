/** Selected businesses, bulk actions on them, and the undo. */

import { CirclePause, CirclePlay, CreditCard } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { offeredPlans } from '#pwa/routes/frame/plans.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CallInput } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import type { TenantStanding } from '#schema/contract/tenant.ts'

export interface TenantSelection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  set: (ids: readonly string[]) => void
}

/** Only listed businesses stay selected, so that actions change nothing out of sight. */
export function useTenantSelection(listed: readonly Business[] | undefined): TenantSelection {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return useMemo(() => {
    const shown = new Set(listed?.map(({ id }) => id))
    const ids = new Set(chosen.filter((id) => shown.has(id)))
    return {
      ids,
      set: setChosen,
      toggle: (id) =>
        setChosen((before) =>
          before.includes(id) ? before.filter((each) => each !== id) : [...before, id],
        ),
    }
  }, [chosen, listed])
}

/** Large text on a phone needs a second line. */
const roomyClass = 'h-auto! min-h-8 whitespace-normal! py-1'

type Changes = Omit<CallInput<'admin.updateBusinesses'>, 'businessIds'>

interface TenantSelectionBarProps {
  selection: TenantSelection
  businesses: readonly Business[]
  onChanged: () => void
}

export function TenantSelectionBar({ selection, businesses, onChanged }: TenantSelectionBarProps) {
  const [busy, setBusy] = useState(false)
  const isOffline = useOffline()
  const count = selection.ids.size
  if (count === 0) return null
  const all = businesses.slice(0, limits.tenantsAtOnce).map(({ id }) => id)

  async function change(changes: Changes, done: (count: number) => string) {
    if (busy) return
    setBusy(true)
    try {
      const before = await changeAll([...selection.ids], changes)
      showToast({
        title: before.length > 0 ? done(before.length) : platformTexts.nothingToChange,
        ...(before.length > 0 && {
          action: { label: platformTexts.undo, onPress: () => void undo(before, onChanged) },
        }),
      })
      selection.set([])
      onChanged()
    } catch (error) {
      showFailure(platformTexts.changeFailed, error)
    } finally {
      setBusy(false)
    }
  }

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
      <Button
        look="secondary"
        size="sm"
        className={roomyClass}
        busy={busy}
        disabled={isOffline}
        onClick={() => void change({ suspended: true }, platformTexts.suspendedMany)}
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
        onClick={() => void change({ suspended: false }, platformTexts.reactivatedMany)}
      >
        <CirclePlay size={16} aria-hidden="true" />
        {platformTexts.reactivate}
      </Button>
      <Menu
        label={platformTexts.changePlan}
        items={offeredPlans().map(({ value, label }) => ({
          label,
          onSelect: () =>
            void change({ plan: value }, (changed) => platformTexts.onPlanMany(changed, label)),
        }))}
      >
        <Button look="secondary" size="sm" className={roomyClass} busy={busy} disabled={isOffline}>
          <CreditCard size={16} aria-hidden="true" />
          {platformTexts.changePlan}
        </Button>
      </Menu>
      <Button look="ghost" size="sm" className={roomyClass} onClick={() => selection.set([])}>
        {platformTexts.clearSelection}
      </Button>
    </section>
  )
}

function changeAll(businessIds: string[], changes: Changes): Promise<TenantStanding[]> {
  return withFreshPassword(() =>
    call('admin.updateBusinesses', { body: { businessIds, ...changes } }),
  )
}

/** Restores each business's plan and status, with one call per group of equal values. */
async function undo(before: TenantStanding[], onChanged: () => void): Promise<void> {
  const groups = new Map<string, TenantStanding[]>()
  for (const standing of before) {
    const alike = `${standing.plan} ${standing.suspended}`
    groups.set(alike, [...(groups.get(alike) ?? []), standing])
  }
  try {
    for (const group of groups.values()) {
      const [{ plan, suspended } = {}] = group
      const businessIds = group.map(({ id }) => id)
      await changeAll(businessIds, {
        ...(plan && { plan }),
        ...(suspended !== undefined && { suspended }),
      })
    }
    showToast({ title: platformTexts.undone(before.length) })
  } catch (error) {
    showFailure(platformTexts.changeFailed, error)
  }
  onChanged()
}
