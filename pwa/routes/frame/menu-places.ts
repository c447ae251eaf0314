/**
 * The places of a business's menu, in order, and which of them an address belongs to: one list for
 * the sidebar and for the bar of phones.
 */
import { useLocation } from '@tanstack/react-router'
import {
  CalendarCheck,
  ChartLine,
  Gift,
  House,
  type LucideIcon,
  Megaphone,
  QrCode,
  Settings,
  Store,
  Users,
} from 'lucide-react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { campaignTexts } from '#pwa/texts/campaigns.ts'
import { counterTexts } from '#pwa/texts/counter.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { shiftTexts } from '#pwa/texts/shift.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { type DashboardTab, readDashboardSearch } from './dashboard-search.ts'
import { settingLinks } from './setting-links.ts'

export interface MenuLink {
  to: string
  label: string
  Icon: LucideIcon
}

export interface MenuPlace extends MenuLink {
  /** A place of the dashboard's address. */
  tab?: DashboardTab
  /** Shown below the place while it or one of them is open. */
  inside?: readonly MenuLink[]
  /** Other addresses that belong to the place. */
  also?: readonly string[]
}

interface ShownAddress {
  path: string
  tab: DashboardTab | undefined
}

type Person = Parameters<typeof mayDo>[0]

const own = '/business-dashboard'
const counter = '/counter'

/** Hides what features switch off; while the features are unknown, hides nothing. */
export function menuPlaces(user: Person, features: Features | undefined): MenuPlace[] {
  const { loyalty = true, qrCodes = true, analytics = true } = features ?? {}
  const isOwner = mayDo(user, 'business.configure')
  const campaigns = { to: `${own}/campaigns`, label: campaignTexts.title, Icon: Megaphone }
  const places: (MenuPlace & { may: boolean })[] = [
    {
      to: own,
      label: businessTexts.dashboard,
      Icon: House,
      also: [`${own}/attention`],
      may: isOwner,
    },
    {
      to: counter,
      label: counterTexts.title,
      Icon: Store,
      also: isOwner ? ['/shift'] : [],
      may: true,
    },
    {
      to: own,
      tab: 'customers',
      label: businessTexts.customers,
      Icon: Users,
      also: [`${own}/customers`, `${own}/duplicates`, `${own}/imports`],
      may: true,
    },
    { to: '/shift', label: shiftTexts.link, Icon: CalendarCheck, may: !isOwner },
    {
      to: own,
      tab: 'rewards',
      label: businessTexts.rewards,
      Icon: Gift,
      inside: mayDo(user, 'campaign.manage') ? [campaigns] : [],
      may: loyalty,
    },
    { to: own, tab: 'qr-codes', label: businessTexts.qrCodes, Icon: QrCode, may: qrCodes },
    {
      to: `${own}/analytics`,
      label: analyticsTexts.title,
      Icon: ChartLine,
      may: analytics && mayDo(user, 'analytics.view'),
    },
    {
      to: `${own}/settings`,
      label: settingsTexts.title,
      Icon: Settings,
      inside: settingLinks(user, features),
      may: isOwner,
    },
  ]
  return places.filter(({ may }) => may)
}

/** `/` shows each role its home. */
export function useShownAddress(user: Person): ShownAddress {
  const home = mayDo(user, 'business.configure') ? own : counter
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') || home })
  const tab = useLocation({ select: ({ search }) => readDashboardSearch({ ...search }).tab })
  return { path, tab }
}

const isWithin = (path: string, address: string) =>
  path === address || path.startsWith(`${address}/`)

/** @returns whether the place itself or something that belongs to it is shown */
export function isPlaceOpen(place: MenuPlace, { path, tab }: ShownAddress): boolean {
  const { to, also = [], inside = [] } = place
  if ([...also, ...inside.map((link) => link.to)].some((each) => isWithin(path, each))) return true
  return to === own ? path === own && tab === place.tab : isWithin(path, to)
}

export function isLinkOpen({ to }: MenuLink, { path }: ShownAddress): boolean {
  return isWithin(path, to)
}
