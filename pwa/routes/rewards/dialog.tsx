/** The form for a new or an existing reward. */
import { useState } from 'react'
import * as z from 'zod/mini'
import type { DiscountKind } from '#pwa/routes/forms/discount-fields.tsx'
import { changedTerms, EditDialog } from '#pwa/routes/forms/edit-dialog.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { keep } from '#pwa/texts/keep.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions, DialogCancel } from '#pwa/ui/dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  expiryPassed,
  type Reward,
  type RewardTerms,
  rewardTerms,
} from '#schema/contract/reward.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'
import type { RewardActions } from './actions.ts'
import { dayText, lastMoment, RewardFields } from './fields.tsx'

interface RewardDialogProps {
  /** The business's time zone, in which a reward's last day ends. */
  timeZone: string
  /** Null when creating a new one. */
  reward: Reward | null
  actions: RewardActions
  onClose: () => void
}

export function RewardDialog({ timeZone, reward, actions, onClose }: RewardDialogProps) {
  return (
    <EditDialog
      thing={reward}
      title={reward ? texts.edit : texts.create}
      hint={texts.createHint}
      changedMeanwhile={texts.changedMeanwhile}
      onClose={onClose}
    >
      {(seen, isOutdated) => (
        <RewardForm
          key={seen?.revision}
          timeZone={timeZone}
          seen={seen}
          isOutdated={isOutdated}
          actions={actions}
          onClose={onClose}
        />
      )}
    </EditDialog>
  )
}

interface RewardFormProps {
  timeZone: string
  seen: Reward | null
  isOutdated: boolean
  actions: RewardActions
  onClose: () => void
}

function RewardForm({ timeZone, seen, isOutdated, actions, onClose }: RewardFormProps) {
  const [kind, setKind] = useState(kindOf(seen))
  const { form, errors, busy } = useForm({
    schema: termsAfter(seen, timeZone),
    read: (typed) => readTerms(typed, { kind, timeZone }),
    async send(terms) {
      if (seen) {
        // The form edits whole days, so two instants on the same day are equal.
        const isSameDay = (one: string | null, other: string | null) =>
          dayText(one, timeZone) === dayText(other, timeZone)
        const changes = changedTerms<RewardTerms>(seen, terms, {
          expiryDate: isSameDay,
          freeItem: (one = false, other = false) => one === other,
        })
        if (Object.keys(changes).length > 0) await actions.change(seen, changes)
        showToast({ title: texts.changed, description: texts.changedHint(keep(terms.name)) })
      } else {
        await actions.create(terms)
        showToast({ title: texts.created, description: texts.createdHint(keep(terms.name)) })
      }
      onClose()
    },
    onFailure: (error) => showFailure(texts.failed, error),
  })
  return (
    <form {...form}>
      <RewardFields timeZone={timeZone} seen={seen} kind={kind} onKind={setKind} errors={errors} />
      <DialogActions>
        <DialogCancel>{texts.cancel}</DialogCancel>
        <Button type="submit" busy={busy} disabled={isOutdated}>
          {texts.save}
        </Button>
      </DialogActions>
    </form>
  )
}

function kindOf(seen: Reward | null): DiscountKind {
  if (!seen) return 'percentage'
  return seen.discountType === 'fixed' && seen.freeItem ? 'free' : seen.discountType
}

/** An expiry date in the past may be kept, but not chosen. */
function termsAfter(seen: Reward | null, timeZone: string) {
  return rewardTerms.check(
    z.refine<{ expiryDate: string | null }>(
      ({ expiryDate }) =>
        expiryDate === null ||
        dayText(expiryDate, timeZone) === dayText(seen?.expiryDate ?? null, timeZone) ||
        Date.parse(expiryDate) > Date.now(),
      {
        path: ['expiryDate'],
        error: expiryPassed,
        when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'expiryDate'),
      },
    ),
  )
}

interface Reading {
  kind: DiscountKind
  timeZone: string
}

function readTerms(typed: FormData, { kind, timeZone }: Reading): unknown {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  const number = (name: string) => readWholeNumber(text(name))
  const optional = (name: string) => (text(name) === '' ? null : number(name))
  const expiryDay = text('expiryDate')
  return {
    name: text('name'),
    description: text('description'),
    pointsRequired: number('pointsRequired'),
    discountType: kind === 'free' ? 'fixed' : kind,
    discountValue: text('discountValue'),
    freeItem: kind === 'free',
    expiryDate: expiryDay === '' ? null : lastMoment(expiryDay, timeZone),
    stock: optional('stock'),
    limitPerMember: optional('limitPerMember'),
  }
}
