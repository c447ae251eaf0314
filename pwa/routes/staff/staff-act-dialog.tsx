/** Asks before someone's rights change: a new role, or the end of the work here. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { StaffMember } from '#schema/contract/platform.ts'
import { nameOf } from './staff-table.tsx'

export type StaffAct =
  | { kind: 'remove'; member: StaffMember }
  | { kind: 'role'; member: StaffMember; role: 'business_admin' | 'staff' }

interface StaffActDialogProps {
  businessId: string
  act: StaffAct | null
  onClose: () => void
  onDone: () => void
}

export function StaffActDialog({ businessId, act, onClose, onDone }: StaffActDialogProps) {
  const [busy, setBusy] = useState(false)
  if (!act) return null
  const texts = textsOf(act)

  async function confirm(confirmed: StaffAct) {
    if (busy) return
    setBusy(true)
    try {
      await withFreshPassword(() => perform(confirmed, businessId))
      showToast({ title: texts.done })
      onDone()
      onClose()
    } catch (error) {
      showFailure(texts.failed, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      onOpen={(open) => !open && onClose()}
      title={texts.title}
      act={texts.act}
      look={act.kind === 'remove' ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void confirm(act)}
    >
      {texts.meaning}
    </ConfirmDialog>
  )
}

async function perform(act: StaffAct, businessId: string): Promise<void> {
  const params = { businessId, staffId: act.member.id }
  if (act.kind === 'remove') await call('business.removeStaff', { params })
  else await call('business.changeStaffRole', { params, body: { role: act.role } })
}

function textsOf(act: StaffAct) {
  const name = nameOf(act.member)
  if (act.kind === 'role') {
    const toOwner = act.role === 'business_admin'
    return {
      title: `Make ${name} ${toOwner ? 'an owner' : 'staff'}?`,
      act: toOwner ? 'Make Owner' : 'Make Staff',
      meaning: toOwner
        ? 'Owners see every customer’s contact, change the business and invite staff. Their devices are signed out and sign in anew.'
        : 'Staff work the counter and see no settings. Their devices are signed out and sign in anew.',
      done: `${name} is now ${toOwner ? 'an owner' : 'staff'}`,
      failed: 'Role not changed',
    }
  }
  if (act.member.pending) {
    return {
      title: 'Withdraw this invite?',
      act: 'Withdraw Invite',
      meaning: `The code that was mailed to ${name} stops working. You can invite them again.`,
      done: 'Invite withdrawn',
      failed: 'Invite not withdrawn',
    }
  }
  return {
    title: `Remove ${name}?`,
    act: 'Remove',
    meaning:
      'Their devices are signed out and the customer list is wiped from them. Work they saved and have not sent yet is kept for your decision.',
    done: `${name} was removed`,
    failed: 'Not removed',
  }
}
