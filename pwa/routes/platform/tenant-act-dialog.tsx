/** A super admin's actions on one business, each with a dialog. */

import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { resendInvite } from './resend-invite.ts'
import type { TenantAct, TenantChanges, TenantDialogProps } from './tenant-act.ts'
import { TenantPlanDialog } from './tenant-plan-dialog.tsx'
import { TenantSettingsDialog } from './tenant-settings-dialog.tsx'

interface TenantActDialogProps {
  act: TenantAct | null
  onClose: () => void
  onChanged: () => void
}

export function TenantActDialog({ act, onClose, onChanged }: TenantActDialogProps) {
  const { busy, run } = useBusy((error) => showFailure(platformTexts.changeFailed, error))
  if (!act) return null
  const { business } = act

  const change = (changes: TenantChanges, done: string) =>
    run(async () => {
      const params = { businessId: business.id }
      await withFreshPassword(() => call('admin.updateBusiness', { params, body: changes }))
      showToast({ title: done })
      onChanged()
      onClose()
    })

  const props: TenantDialogProps = {
    business,
    busy,
    onClose,
    onChange: (changes, done) => void change(changes, done),
  }
  if (act.kind === 'configure') return <TenantSettingsDialog {...props} />
  if (act.kind === 'plan') return <TenantPlanDialog {...props} />
  if (act.kind === 'invite') return <InviteOwnerDialog business={business} onClose={onClose} />
  return <StandingDialog {...props} reactivates={act.kind === 'reactivate'} />
}

function InviteOwnerDialog({ business, onClose }: Pick<TenantDialogProps, 'business' | 'onClose'>) {
  const [busy, setBusy] = useState(false)
  const obstacle = useObstacle()
  async function invite() {
    if (busy) return
    setBusy(true)
    if (await resendInvite(business)) onClose()
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={platformTexts.resendInviteOf(business.name)}
      act={platformTexts.resendInvite}
      look="primary"
      obstacle={obstacle}
      busy={busy}
      onConfirm={() => void invite()}
    >
      {platformTexts.resendInviteMeaning(business.email)}
    </ConfirmDialog>
  )
}

interface StandingDialogProps extends TenantDialogProps {
  /** The action that the person chose; the business's status may have changed since. */
  reactivates: boolean
}

function StandingDialog({ business, busy, onClose, onChange, reactivates }: StandingDialogProps) {
  const obstacle = useObstacle()
  const { name } = business
  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={
        reactivates ? platformTexts.reactivateOf(keep(name)) : platformTexts.suspendOf(keep(name))
      }
      act={reactivates ? platformTexts.reactivate : platformTexts.suspend}
      look={reactivates ? 'primary' : 'danger'}
      obstacle={obstacle}
      busy={busy}
      onConfirm={() =>
        onChange(
          { suspended: !reactivates },
          reactivates ? platformTexts.reactivated(keep(name)) : platformTexts.suspended(keep(name)),
        )
      }
    >
      {reactivates ? platformTexts.reactivateMeaning : platformTexts.suspendMeaning}
    </ConfirmDialog>
  )
}
