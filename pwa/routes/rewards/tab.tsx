/** The Rewards tab: the list and, for owners, create, edit, pause and retire. */
import { CirclePause, CirclePlay, Gift, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAddressAct, useAddressWord } from '#pwa/routes/forms/address-act.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { MenuItem } from '#pwa/ui/menu.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { RewardChanges } from '#schema/contract/reward.ts'
import type { RewardActions } from './actions.ts'
import { RewardDialog } from './dialog.tsx'
import { type ListedReward, RewardsTable } from './table.tsx'

interface RewardsTabProps {
  /** The business's time zone. */
  timeZone: string
  rewards: readonly ListedReward[] | undefined
  /** null if the user may not change rewards. */
  actions: RewardActions | null
}

export function RewardsTab({ timeZone, rewards, actions }: RewardsTabProps) {
  const [editing, setEditing] = useState<'new' | string | null>(null)
  useAddressAct(['create-reward'], () => setEditing('new'))
  useAddressWord('reward', (id) => (typeof id === 'string' ? id : undefined), setEditing)
  const [retiring, setRetiring] = useState<ListedReward | null>(null)
  const edited = rewards?.find(({ id }) => id === editing)

  async function change(
    reward: ListedReward,
    changes: RewardChanges,
    [title, description]: readonly [string, string],
  ) {
    setRetiring(null)
    try {
      await actions?.change(reward, changes)
      showToast({ title, description })
    } catch (error) {
      showFailure(texts.failed, error)
    }
  }
  const createButton = (look: 'primary' | 'secondary') =>
    actions && (
      <Button look={look} onClick={() => setEditing('new')}>
        <Gift size={18} aria-hidden="true" />
        {texts.create}
      </Button>
    )
  const menuOf = (reward: ListedReward): MenuItem[] => [
    { label: texts.edit, icon: <Pencil />, onSelect: () => setEditing(reward.id) },
    reward.isActive
      ? {
          label: texts.pause,
          icon: <CirclePause />,
          onSelect: () =>
            void change(reward, { isActive: false }, [texts.paused, texts.pausedHint(reward.name)]),
        }
      : {
          label: texts.resume,
          icon: <CirclePlay />,
          onSelect: () =>
            void change(reward, { isActive: true }, [
              texts.resumed,
              texts.resumedHint(reward.name),
            ]),
        },
    {
      label: texts.retire,
      icon: <Trash2 />,
      danger: true,
      apart: true,
      onSelect: () => setRetiring(reward),
    },
  ]

  return (
    <Card flush title={texts.title} actions={rewards?.length !== 0 && createButton('secondary')}>
      <RewardsTable
        timeZone={timeZone}
        rewards={rewards && [...rewards]}
        empty={actions ? texts.empty : texts.emptyForStaff}
        action={createButton('primary')}
        {...(actions && { menuOf, onOpen: ({ id }: ListedReward) => setEditing(id) })}
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
        onConfirm={() =>
          retiring &&
          void change(retiring, { retired: true }, [
            texts.retired,
            texts.retiredHint(retiring.name),
          ])
        }
      >
        {texts.retireHint}
      </ConfirmDialog>
    </Card>
  )
}
