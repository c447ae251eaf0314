/** Confirms a change to a person's rights: a new role, or removal. */

import { call } from '#pwa/api/call.ts'
import { isGone, showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { secondFactorTexts } from '#pwa/texts/second-factor.ts'
import { staffTexts } from '#pwa/texts/staff.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { nameOf, type StaffAct } from './staff-table.tsx'

interface StaffActDialogProps {
  businessId: string
  act: StaffAct | null
  onClose: () => void
  onDone: () => void
}

export function StaffActDialog({ businessId, act, onClose, onDone }: StaffActDialogProps) {
  const obstacle = useObstacle()
  const { busy, run } = useBusy((error) => {
    if (act) showFailure(textsOf(act).failed, error)
    if (isGone(error)) onClose()
  })
  if (!act) return null
  const texts = textsOf(act)

  const confirm = (confirmed: StaffAct) =>
    run(async () => {
      await withFreshPassword(() => perform(confirmed, businessId))
      showToast({ title: texts.done })
      onDone()
      onClose()
    })

  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.title}
      act={texts.act}
      look={act.kind === 'role' ? 'primary' : 'danger'}
      {...('cancel' in texts && { cancel: texts.cancel })}
      obstacle={obstacle}
      busy={busy}
      onConfirm={() => void confirm(act)}
    >
      {texts.meaning}
    </ConfirmDialog>
  )
}

async function perform(act: StaffAct, businessId: string): Promise<void> {
  const params = { businessId, staffId: act.member.id }
  if (act.kind === 'resetFactor') await call('business.resetSecondFactor', { params })
  else if (act.kind === 'remove') await call('business.removeStaff', { params })
  else await call('business.changeStaffRole', { params, body: { role: act.role } })
}

function textsOf(act: StaffAct) {
  const name = nameOf(act.member)
  if (act.kind === 'remove' && act.member.pending) {
    return {
      title: staffTexts.cancelThisInvite,
      act: staffTexts.cancelInvite,
      cancel: staffTexts.keepInvite,
      meaning: staffTexts.cancelInviteMeaning(keep(name)),
      done: staffTexts.inviteCanceled,
      failed: staffTexts.cancelInviteFailed,
    }
  }
  if (act.kind === 'resetFactor') {
    return {
      title: secondFactorTexts.resetTitle(keep(name)),
      act: secondFactorTexts.reset,
      meaning: secondFactorTexts.resetMeaning,
      done: secondFactorTexts.resetDone(keep(name)),
      failed: secondFactorTexts.resetFailed,
    }
  }
  if (act.kind === 'remove') {
    return {
      title: staffTexts.removeOf(keep(name)),
      act: staffTexts.remove,
      meaning: staffTexts.removeMeaning,
      done: staffTexts.removed(keep(name)),
      failed: staffTexts.removeFailed(keep(name)),
    }
  }
  return act.role === 'business_admin'
    ? {
        title: staffTexts.makeOwnerOf(keep(name)),
        act: staffTexts.makeOwnerAct,
        meaning: staffTexts.ownerMeaning,
        done: staffTexts.nowOwner(keep(name)),
        failed: staffTexts.roleFailed,
      }
    : {
        title: staffTexts.makeStaffOf(keep(name)),
        act: staffTexts.makeStaffAct,
        meaning: staffTexts.staffMeaning,
        done: staffTexts.nowStaff(keep(name)),
        failed: staffTexts.roleFailed,
      }
}
