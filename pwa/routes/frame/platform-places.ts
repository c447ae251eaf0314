/** The platform's screens, for its sidebar and the command palette. */
import {
  Activity,
  Building2,
  ChartLine,
  LayoutDashboard,
  Palette,
  ScrollText,
  Ticket,
} from 'lucide-react'
import { platformTexts as texts } from '#pwa/texts/platform.ts'
import type { MenuPlace } from './places.ts'

const home = '/super-admin-dashboard'

export function platformPlaces(): MenuPlace[] {
  return [
    { to: home, label: texts.dashboard, heading: texts.overview, Icon: LayoutDashboard },
    { to: `${home}/tenants`, label: texts.tenants, Icon: Building2 },
    { to: `${home}/invitations`, label: texts.invitations, Icon: Ticket },
    { to: `${home}/white-label`, label: texts.whiteLabel, Icon: Palette },
    { to: `${home}/analytics`, label: texts.analytics, Icon: ChartLine },
    { to: `${home}/audit`, label: texts.auditLog, Icon: ScrollText },
    { to: `${home}/system`, label: texts.system, Icon: Activity },
  ]
}
