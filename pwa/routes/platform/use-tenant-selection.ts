/** The selected businesses, the changes made to all of them at once, and the undo. */
import { useMemo, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CallInput } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'

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
  const { busy, run } = useBusy((error) => showFailure(platformTexts.changeFailed, error))

  const change = (changes: Changes, done: (count: number) => string) =>
    run(async () => {
      const businessIds = [...selection.ids]
      const { changeId, count } = await withFreshPassword(() =>
        call('admin.updateBusinesses', { body: { businessIds, ...changes } }),
      )
      showToast({
        title: changeId ? done(count) : platformTexts.nothingToChange,
        ...(changeId && {
          action: {
            label: platformTexts.undo,
            onPress: () => void undoChange(changeId).then(onChanged),
          },
        }),
      })
      selection.set([])
      onChanged()
    })

  return { busy, change }
}

/** Undoes a bulk change; called from the toast and from the log. */
export async function undoChange(changeId: string): Promise<void> {
  try {
    const { count, changedSince } = await withFreshPassword(() =>
      call('admin.undoBusinessChange', { params: { changeId } }),
    )
    showToast({
      title: platformTexts.undone(count),
      ...(changedSince > 0 && { description: platformTexts.changedSince(changedSince) }),
    })
  } catch (error) {
    showFailure(platformTexts.undoFailed, error)
  }
}
