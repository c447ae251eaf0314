/** The menu of a campaign's row. */
import { CirclePause, CirclePlay, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ShownCampaign } from '#pwa/loyalty/campaign.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { saveChange } from './use-campaigns.ts'

interface CampaignMenuProps {
  campaign: ShownCampaign
  onEdit: (campaign: ShownCampaign) => void
  onResume: (campaign: ShownCampaign) => void
  onRemove: (campaign: ShownCampaign) => void
}

export function CampaignMenu({ campaign, onEdit, onResume, onRemove }: CampaignMenuProps) {
  const { name, finishedAt } = campaign
  const items: MenuItem[] = [
    ...(finishedAt
      ? []
      : [
          { label: texts.edit, icon: <Pencil />, onSelect: () => onEdit(campaign) },
          campaign.isActive
            ? pause(campaign)
            : { label: texts.resume, icon: <CirclePlay />, onSelect: () => onResume(campaign) },
        ]),
    {
      label: texts.remove,
      icon: <Trash2 />,
      danger: true,
      apart: !finishedAt,
      onSelect: () => onRemove(campaign),
    },
  ]
  return (
    <Menu label={texts.more(name)} items={items}>
      <Button look="ghost" size="icon">
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
    </Menu>
  )
}

function pause(campaign: ShownCampaign): MenuItem {
  const done = [texts.pausedDone, texts.pausedHint(keep(campaign.name))] as const
  return {
    label: texts.pause,
    icon: <CirclePause />,
    onSelect: () => void saveChange(campaign, { isActive: false }, done),
  }
}
