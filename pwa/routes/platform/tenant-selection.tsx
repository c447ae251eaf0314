/**
 * The bar at the foot of the screen while businesses are selected: their number, and actions on all
 * of them.
 */
import { CirclePause, CirclePlay, CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useObstacle, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { offeredPlans } from '#pwa/routes/frame/plans.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Menu } from '#pwa/ui/menu.tsx'
import type { Business } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { type ChangeSelected, type TenantSelection, useBulkChange } from './use-tenant-selection.ts'

interface TenantSelectionBarProps {
  selection: TenantSelection
  businesses: readonly Business[]
  onChanged: () => void
}

export function TenantSelectionBar({ selection, businesses, onChanged }: TenantSelectionBarProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { busy, change } = useBulkChange(selection, onChanged)
  const count = selection.ids.size
  if (count === 0) return null
  const all = businesses.slice(0, limits.tenantsAtOnce).map(({ id }) => id)

  return (
    <section
      aria-label={platformTexts.selected(count)}
      className="sticky bottom-(--below-foot) z-10 flex flex-wrap items-center gap-2 border-line border-t bg-accent-soft px-5 py-2.5"
    >
      <p className="mr-auto font-medium text-sm">{platformTexts.selected(count)}</p>
      {count < all.length && (
        <Button look="ghost" size="sm" wraps onClick={() => selection.set(all)}>
          {platformTexts.selectAllOf(all.length)}
        </Button>
      )}
      <BulkActions busy={busy} onAsk={setQuestion} />
      <Button look="ghost" size="sm" wraps onClick={() => selection.set([])}>
        {platformTexts.clearSelection}
      </Button>
      {question && (
        <BulkQuestion
          question={question}
          names={businesses.flatMap(({ id, name }) => (selection.ids.has(id) ? name : []))}
          onClose={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            change(question.changes, question.done)
          }}
        />
      )}
    </section>
  )
}

/** Asked with the number and the names before several businesses change. */
interface Question {
  title: (count: number) => string
  meaning?: string
  act: string
  isDanger?: boolean
  changes: Parameters<ChangeSelected>[0]
  done: Parameters<ChangeSelected>[1]
}

const namesShown = 5

interface BulkQuestionProps {
  question: Question
  names: string[]
  onClose: () => void
  onConfirm: () => void
}

function BulkQuestion({ question, names, onClose, onConfirm }: BulkQuestionProps) {
  const { title, meaning, act, isDanger } = question
  const listed = new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(
    names.slice(0, namesShown),
  )
  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={title(names.length)}
      act={act}
      look={isDanger ? 'danger' : 'primary'}
      obstacle={useObstacle()}
      onConfirm={onConfirm}
    >
      <p className="mb-3 font-medium text-ink">
        <bdi translate="no">
          {platformTexts.namedBusinesses(listed, Math.max(0, names.length - namesShown))}
        </bdi>
      </p>
      {meaning && <p className="mb-3">{meaning}</p>}
      <p>{platformTexts.undoMeaning}</p>
    </ConfirmDialog>
  )
}

interface BulkActionsProps {
  busy: boolean
  onAsk: (question: Question) => void
}

function BulkActions({ busy, onAsk }: BulkActionsProps) {
  const isOffline = useOffline()
  return (
    <>
      <Button
        look="secondary"
        size="sm"
        wraps
        busy={busy}
        disabled={isOffline}
        onClick={() =>
          onAsk({
            title: platformTexts.suspendMany,
            meaning: platformTexts.suspendManyMeaning,
            act: platformTexts.suspend,
            isDanger: true,
            changes: { suspended: true },
            done: platformTexts.suspendedMany,
          })
        }
      >
        <CirclePause size={16} aria-hidden="true" />
        {platformTexts.suspend}
      </Button>
      <Button
        look="secondary"
        size="sm"
        wraps
        busy={busy}
        disabled={isOffline}
        onClick={() =>
          onAsk({
            title: platformTexts.reactivateMany,
            meaning: platformTexts.reactivateManyMeaning,
            act: platformTexts.reactivate,
            changes: { suspended: false },
            done: platformTexts.reactivatedMany,
          })
        }
      >
        <CirclePlay size={16} aria-hidden="true" />
        {platformTexts.reactivate}
      </Button>
      <Menu
        label={platformTexts.changePlan}
        items={offeredPlans().map(({ value, label }) => ({
          label,
          onSelect: () =>
            onAsk({
              title: (count) => platformTexts.movePlanMany(count, label),
              act: platformTexts.changePlan,
              changes: { plan: value },
              done: (count) => platformTexts.onPlanMany(count, label),
            }),
        }))}
      >
        <Button look="secondary" size="sm" wraps busy={busy} disabled={isOffline}>
          <CreditCard size={16} aria-hidden="true" />
          {platformTexts.changePlan}
        </Button>
      </Menu>
    </>
  )
}
