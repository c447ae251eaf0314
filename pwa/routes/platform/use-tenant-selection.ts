/** The selected businesses, the changes made to all of them at once, and the undo. */
import { useMemo, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CallInput } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'
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

type Changes = Omit<CallInput<'admin.updateBusinesses'>, 'businessIds'>

/** `done` words the toast for the number of businesses that changed. */
export type ChangeSelected = (changes: Changes, done: (count: number) => string) => void

export function useBulkChange(
  selection: TenantSelection,
  onChanged: () => void,
): { busy: boolean; change: ChangeSelected } {
  const [busy, setBusy] = useState(false)

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

  return { busy, change }
}

function changeAll(businessIds: string[], changes: Changes): Promise<TenantStanding[]> {
  return withFreshPassword(() =>
    call('admin.updateBusinesses', { body: { businessIds, ...changes } }),
  )
}

async function undo(before: TenantStanding[], onChanged: () => void): Promise<void> {
  try {
    for (const { businessIds, ...standing } of groupAlike(before)) {
      await changeAll(businessIds, standing)
    }
    showToast({ title: platformTexts.undone(before.length) })
  } catch (error) {
    showFailure(platformTexts.changeFailed, error)
  }
  onChanged()
}

/** Restoring them takes one call for each group of equal plan and status. */
export function groupAlike(standings: readonly TenantStanding[]) {
  const groups = new Map<string, Omit<TenantStanding, 'id'> & { businessIds: string[] }>()
  for (const { id, ...standing } of standings) {
    const alike = `${standing.plan} ${standing.suspended}`
    const known = groups.get(alike)
    if (known) known.businessIds.push(id)
    else groups.set(alike, { ...standing, businessIds: [id] })
  }
  return [...groups.values()]
}
