/** An owner's settings, each on its own screen: one list for the sidebar and the overview. */
import {
  CreditCard,
  HandCoins,
  HardDriveUpload,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
} from 'lucide-react'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { devicesTexts } from '#pwa/texts/devices.ts'
import { offlineRedemptionTexts } from '#pwa/texts/offline-redemption.ts'
import { planTexts } from '#pwa/texts/plan.ts'
import { programTexts } from '#pwa/texts/program.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { tillTexts } from '#pwa/texts/till.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'

export interface SettingLink {
  to: string
  label: string
  hint: string
  Icon: LucideIcon
}

/** Hides the settings of features that are off; while the features are unknown, hides none. */
export function settingLinks(
  user: Parameters<typeof mayDo>[0],
  features: Features | undefined,
): SettingLink[] {
  const { loyalty = true, whiteLabel = true } = features ?? {}
  const { hints } = settingsTexts
  const links = [
    {
      to: '/business-dashboard/program',
      label: programTexts.title,
      hint: hints.program,
      Icon: SlidersHorizontal,
      may: loyalty && mayDo(user, 'business.configure'),
    },
    {
      to: '/business-dashboard/branding',
      label: brandingTexts.title,
      hint: hints.branding,
      Icon: Palette,
      may: whiteLabel && mayDo(user, 'business.configure'),
    },
    {
      to: '/business-dashboard/offline-redemption',
      label: offlineRedemptionTexts.title,
      hint: hints.offlineRedemption,
      Icon: HandCoins,
      may: loyalty && mayDo(user, 'redemption.configure'),
    },
    {
      to: '/business-dashboard/staff',
      label: businessTexts.staff,
      hint: hints.staff,
      Icon: UsersRound,
      may: mayDo(user, 'staff.invite'),
    },
    {
      to: '/business-dashboard/devices',
      label: devicesTexts.title,
      hint: hints.devices,
      Icon: HardDriveUpload,
      may: mayDo(user, 'device.view'),
    },
    {
      to: '/business-dashboard/tills',
      label: tillTexts.title,
      hint: hints.tills,
      Icon: MonitorSmartphone,
      may: mayDo(user, 'till.manage'),
    },
    {
      to: '/business-dashboard/plan',
      label: planTexts.title,
      hint: hints.plan,
      Icon: CreditCard,
      may: mayDo(user, 'business.configure'),
    },
    {
      to: '/business-dashboard/audit-log',
      label: businessTexts.activityLog,
      hint: hints.activityLog,
      Icon: ScrollText,
      may: mayDo(user, 'audit.view'),
    },
  ]
  return links.filter(({ may }) => may)
}
