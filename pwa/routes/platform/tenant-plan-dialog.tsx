/** Moves a business to another plan. */
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import { planLabels, plansFor } from './plans.ts'
import type { TenantDialogProps } from './tenant-act-dialog.tsx'

export function TenantPlanDialog({ business, busy, onClose, onChange }: TenantDialogProps) {
  const [plan, setPlan] = useState(business.plan)
  const { name, trialEndsAt } = business
  // A trial is had once: going back to it goes back to the same end.
  const backToTrial = plan === 'trial' && business.plan !== 'trial' && trialEndsAt
  return (
    <Dialog open onOpen={(open) => !open && onClose()} title="Change Plan" description={name}>
      <ChoiceCards legend="Plan" choices={plansFor(business.plan)} value={plan} onValue={setPlan} />
      {backToTrial && (
        <p className="mt-3 text-ink-soft text-sm">
          Its trial is had once, and {Date.parse(trialEndsAt) > Date.now() ? 'ends' : 'ended'} on{' '}
          {formatDay(trialEndsAt)}.
        </p>
      )}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={plan === business.plan}
          onClick={() => onChange({ plan }, `${name} is on the ${planLabels[plan]} plan`)}
        >
          Change Plan
        </Button>
      </DialogActions>
    </Dialog>
  )
}
