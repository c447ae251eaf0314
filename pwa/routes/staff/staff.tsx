/** The business's team: members and invitations; invite, change roles, remove. */

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { staffTexts } from '#pwa/texts/staff.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { InviteStaffDialog } from './invite-staff-dialog.tsx'
import { StaffActDialog } from './staff-act-dialog.tsx'
import { type StaffAct, StaffTable } from './staff-table.tsx'

export function StaffScreen({ businessId }: { businessId: string }) {
  const staff = useCachedCall('business.staff', { params: { businessId } })
  const [inviting, setInviting] = useState(false)
  const [act, setAct] = useState<StaffAct | null>(null)
  const inviteButton = (
    <Button onClick={() => setInviting(true)}>
      <UserPlus size={18} aria-hidden="true" />
      {staffTexts.inviteStaff}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={staffTexts.title}
        description={staffTexts.description}
        actions={inviteButton}
      />
      <Card flush>
        <LoadProblem of={staff} className="p-4" />
        {(staff.data || staff.error === undefined) && (
          <StaffTable
            businessId={businessId}
            staff={staff.data}
            onAct={setAct}
            onInvited={staff.reload}
          />
        )}
      </Card>
      <InviteStaffDialog
        businessId={businessId}
        open={inviting}
        onOpen={setInviting}
        onInvited={staff.reload}
      />
      <StaffActDialog
        businessId={businessId}
        act={act}
        onClose={() => setAct(null)}
        onDone={staff.reload}
      />
    </>
  )
}
