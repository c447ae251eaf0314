/** The menu of a reward's row, for owners. */
import { CirclePause, CirclePlay, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ListedReward } from '#pwa/loyalty/reward.ts'
import { keep } from '#pwa/texts/keep.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { type RewardActions, saveChange } from './actions.ts'

/** Actions that a row offers to an owner. */
export interface RowActs {
  actions: RewardActions
  onEdit: (reward: ListedReward) => void
  onRetire: (reward: ListedReward) => void
}

export function RewardMenu({ reward, acts }: { reward: ListedReward; acts: RowActs }) {
  const items: MenuItem[] = [
    { label: texts.edit, icon: <Pencil />, onSelect: () => acts.onEdit(reward) },
    pauseOrResume(reward, acts.actions),
    {
      label: texts.retire,
      icon: <Trash2 />,
      danger: true,
      apart: true,
      onSelect: () => acts.onRetire(reward),
    },
  ]
  return (
    <Menu label={texts.more(reward.name)} items={items}>
      <Button look="ghost" size="icon">
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
    </Menu>
  )
}

function pauseOrResume(reward: ListedReward, actions: RewardActions): MenuItem {
  const { name, isActive } = reward
  const done = isActive
    ? ([texts.paused, texts.pausedHint(keep(name))] as const)
    : ([texts.resumed, texts.resumedHint(keep(name))] as const)
  return {
    label: isActive ? texts.pause : texts.resume,
    icon: isActive ? <CirclePause /> : <CirclePlay />,
    onSelect: () => void saveChange(actions, reward, { isActive: !isActive }, done),
  }
}
