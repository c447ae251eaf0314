/** The Rewards tab: the list and, for owners, create, edit, pause and retire. */

import { Gift } from 'lucide-react'
import { useState } from 'react'
import type { ListedReward } from '#pwa/loyalty/reward.ts'
import { useAddressAct, useAddressWord } from '#pwa/routes/forms/address-act.ts'
import { keep } from '#pwa/texts/keep.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { type RewardActions, saveChange } from './actions.ts'
import { RewardDialog } from './dialog.tsx'
import { RewardsTable } from './table.tsx'

interface RewardsTabProps {
  /** The business's time zone. */
  timeZone: string
  rewards: readonly ListedReward[] | undefined
  /** null if the user may not change rewards. */
  actions: RewardActions | null
  /** The page's header has the button that creates one. */
  isPlace?: boolean
}

export function RewardsTab({ timeZone, rewards, actions, isPlace = false }: RewardsTabProps) {
  const [editing, setEditing] = useState<'new' | string | null>(null)
  useAddressAct(['create-reward'], () => setEditing('new'))
  useAddressWord('reward', (id) => (typeof id === 'string' ? id : undefined), setEditing)
  const [retiring, setRetiring] = useState<ListedReward | null>(null)
  const edited = rewards?.find(({ id }) => id === editing)
  const createButton = (look: 'primary' | 'secondary') =>
    actions && (
      <Button look={look} onClick={() => setEditing('new')}>
        <Gift size={18} aria-hidden="true" />
        {texts.create}
      </Button>
    )

  function retire() {
    setRetiring(null)
    if (!actions || !retiring) return
    const done = [texts.retired, texts.retiredHint(keep(retiring.name))] as const
    void saveChange(actions, retiring, { retired: true }, done)
  }

  return (
    <Card
      flush
      title={texts.title}
      actions={!isPlace && rewards?.length !== 0 && createButton('secondary')}
    >
      <RewardsTable
        timeZone={timeZone}
        rewards={rewards && [...rewards]}
        empty={actions ? texts.empty : texts.emptyForStaff}
        action={createButton('primary')}
        acts={actions && { actions, onEdit: ({ id }) => setEditing(id), onRetire: setRetiring }}
      />
      {/* The form needs the time zone, which is loaded with the rewards. */}
      {actions && rewards && (editing === 'new' || edited) && (
        <RewardDialog
          key={editing}
          timeZone={timeZone}
          reward={edited ?? null}
          actions={actions}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={retiring !== null}
        onOpen={(open) => !open && setRetiring(null)}
        title={texts.retireTitle}
        act={texts.retire}
        cancel={texts.cancel}
        onConfirm={retire}
      >
        {texts.retireHint}
      </ConfirmDialog>
    </Card>
  )
}
