/**
 * The screens of a business's people, in the menu's order: one list for the sidebar, the bar of
 * phones, the overview of settings and the command palette. The router has the roles of each.
 */
import { type RegisteredRouter, useLocation } from '@tanstack/react-router'
import {
  CalendarCheck,
  ChartLine,
  CreditCard,
  Gift,
  HandCoins,
  HardDriveUpload,
  House,
  type LucideIcon,
  Megaphone,
  MonitorSmartphone,
  Palette,
  QrCode,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Store,
  Users,
  UsersRound,
} from 'lucide-react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { attentionTexts } from '#pwa/texts/attention.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { campaignTexts } from '#pwa/texts/campaigns.ts'
import { counterTexts } from '#pwa/texts/counter.ts'
import { devicesTexts } from '#pwa/texts/devices.ts'
import { memberPairTexts } from '#pwa/texts/member-pairs.ts'
import { offlineRedemptionTexts } from '#pwa/texts/offline-redemption.ts'
import { planTexts } from '#pwa/texts/plan.ts'
import { programTexts } from '#pwa/texts/program.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { shiftTexts } from '#pwa/texts/shift.ts'
import { tillTexts } from '#pwa/texts/till.ts'
import type { User } from '#schema/contract/account.ts'
import type { Features } from '#schema/contract/business.ts'
import type { Role } from '#schema/contract/permission.ts'
import { type DashboardTab, readDashboardSearch } from './dashboard-search.ts'

/** Every route by its address. */
type Routes = RegisteredRouter['routesByPath']

export interface Place {
  to: Exclude<keyof Routes, '/super-admin-dashboard/'>
  /** A part of the dashboard, whose parts share an address. */
  tab?: DashboardTab
  label: string
  /** The screen's heading, if its label in the menu is another. */
  heading?: string
  /** The palette also lists places without an icon; the menu and the settings don't. */
  Icon?: LucideIcon
  /** Its description in the overview of settings. */
  hint?: string
  /** The place is hidden while this feature is off. */
  feature?: keyof Features
  /** Places that belong to this one; the menu shows them below it while it or one is open. */
  inside?: readonly Place[]
  /** The start of other addresses that belong to the place. */
  also?: string
}

export type MenuPlace = Place & Required<Pick<Place, 'Icon'>>

const own = '/business-dashboard'
const settings = `${own}/settings`
const counter = '/counter'

function listPlaces(isOwner: boolean): Place[] {
  const today: Place = { to: '/shift', label: shiftTexts.link }
  const home: Place = {
    to: own,
    label: businessTexts.dashboard,
    Icon: House,
    inside: [{ to: `${own}/attention`, label: attentionTexts.title }],
  }
  return [
    ...(isOwner ? [home] : []),
    { to: counter, label: counterTexts.title, Icon: Store, inside: isOwner ? [today] : [] },
    {
      to: own,
      tab: 'customers',
      label: businessTexts.customers,
      Icon: Users,
      inside: [
        { to: `${own}/imports`, label: businessTexts.importCustomers, feature: 'loyalty' },
        { to: `${own}/duplicates`, label: memberPairTexts.title },
      ],
      also: `${own}/customers`,
    },
    ...(isOwner ? [] : [{ ...today, Icon: CalendarCheck }]),
    {
      to: own,
      tab: 'rewards',
      label: businessTexts.rewards,
      Icon: Gift,
      feature: 'loyalty',
      inside: [{ to: `${own}/campaigns`, label: campaignTexts.title, Icon: Megaphone }],
    },
    {
      to: own,
      tab: 'qr-codes',
      label: businessTexts.qrCodes,
      Icon: QrCode,
      feature: 'qrCodes',
    },
    {
      to: `${own}/analytics`,
      label: analyticsTexts.title,
      Icon: ChartLine,
      feature: 'analytics',
    },
    {
      to: settings,
      label: settingsTexts.title,
      Icon: Settings,
      inside: listSettings(),
    },
    { to: '/outbox', label: businessTexts.pendingSync },
  ]
}

function listSettings(): Place[] {
  const { hints } = settingsTexts
  return [
    {
      to: `${own}/program`,
      label: programTexts.title,
      hint: hints.program,
      Icon: SlidersHorizontal,
      feature: 'loyalty',
    },
    {
      to: `${own}/branding`,
      label: brandingTexts.title,
      hint: hints.branding,
      Icon: Palette,
      feature: 'whiteLabel',
    },
    {
      to: `${own}/offline-redemption`,
      label: offlineRedemptionTexts.title,
      hint: hints.offlineRedemption,
      Icon: HandCoins,
      feature: 'loyalty',
    },
    { to: `${own}/staff`, label: businessTexts.staff, hint: hints.staff, Icon: UsersRound },
    { to: `${own}/devices`, label: devicesTexts.title, hint: hints.devices, Icon: HardDriveUpload },
    { to: `${own}/tills`, label: tillTexts.title, hint: hints.tills, Icon: MonitorSmartphone },
    { to: `${own}/plan`, label: planTexts.title, hint: hints.plan, Icon: CreditCard },
    {
      to: `${own}/audit-log`,
      label: businessTexts.activityLog,
      hint: hints.activityLog,
      Icon: ScrollText,
    },
  ]
}

/** @param features if unknown, nothing is hidden */
export function businessPlaces(
  routes: Routes,
  role: Role,
  features: Features | undefined,
): Place[] {
  const isShown = ({ to, feature }: Place) =>
    routes[to].options.staticData?.only?.includes(role) &&
    (!feature || (features?.[feature] ?? true))
  return listPlaces(role === 'business_admin')
    .filter(isShown)
    .map((place) => ({ ...place, inside: place.inside?.filter(isShown) ?? [] }))
}

const isInMenu = (place: Place): place is MenuPlace => place.Icon !== undefined

export const menuPlaces = (...asked: Parameters<typeof businessPlaces>): MenuPlace[] =>
  businessPlaces(...asked).filter(isInMenu)

export const linksInside = ({ inside = [] }: Place): MenuPlace[] => inside.filter(isInMenu)

/** An owner's settings, each on its own screen. */
export const settingPlaces = (...asked: Parameters<typeof businessPlaces>): MenuPlace[] =>
  menuPlaces(...asked).flatMap((place) => (place.to === settings ? linksInside(place) : []))

interface ShownAddress {
  path: string
  tab: DashboardTab | undefined
}

/** `/` shows each role its home. */
export function useShownAddress({ role }: User): ShownAddress {
  const home = role === 'business_admin' ? own : counter
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') || home })
  const tab = useLocation({ select: ({ search }) => readDashboardSearch({ ...search }).tab })
  return { path, tab }
}

const isWithin = (path: string, address: string) =>
  path === address || path.startsWith(`${address}/`)

/** @returns whether the place itself or something that belongs to it is shown */
export function isPlaceOpen(place: Place, { path, tab }: ShownAddress): boolean {
  const { to, also, inside = [] } = place
  if ([also, ...inside.map((each) => each.to)].some((each) => each && isWithin(path, each))) {
    return true
  }
  return to === own ? path === own && tab === place.tab : isWithin(path, to)
}

export function isLinkOpen({ to }: Place, { path }: ShownAddress): boolean {
  return isWithin(path, to)
}
