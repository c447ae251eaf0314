/** Changes a business's plan. */

import { useState } from 'react'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { plansFor } from '#pwa/routes/frame/plans.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ChoiceCards } from '#pwa/ui/choice-cards.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import type { TenantDialogProps } from './tenant-act.ts'

export function TenantPlanDialog({ business, busy, onClose, onChange }: TenantDialogProps) {
  const isOffline = useOffline()
  const [plan, setPlan] = useState(business.plan)
  const { name, trialEndsAt } = business
  // A business gets one trial: returning to it keeps its original end.
  const backToTrial = plan === 'trial' && business.plan !== 'trial' && trialEndsAt
  return (
    <Dialog
      open
      onOpen={(open) => !open && onClose()}
      title={platformTexts.changePlan}
      description={name}
    >
      <ChoiceCards
        legend={platformTexts.plan}
        choices={plansFor(business.plan)}
        value={plan}
        onValue={setPlan}
      />
      {backToTrial && (
        <p className="mt-3 text-ink-soft text-sm">
          {Date.parse(trialEndsAt) > Date.now()
            ? platformTexts.trialEndsOn(formatDay(trialEndsAt))
            : platformTexts.trialEndedOn(formatDay(trialEndsAt))}
        </p>
      )}
      <OfflineNote />
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {platformTexts.cancel}
        </Button>
        <Button
          busy={busy}
          disabled={isOffline || plan === business.plan}
          onClick={() =>
            onChange({ plan }, platformTexts.onPlan(keep(name), platformTexts.plans[plan]))
          }
        >
          {platformTexts.changePlan}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
