/**
 * A sidebar link. It is highlighted while its screen is shown, also at `/` for the home screen of
 * the person's role, and scrolled into view if a short window hides it.
 */
import { Link, useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'
import { navItemClass } from '#pwa/ui/sidebar-layout.tsx'
import type { DashboardTab } from './dashboard-search.ts'

interface NavLinkProps {
  to: string
  params?: Record<string, string>
  search?: { tab: DashboardTab } | undefined
  label: string
  Icon: LucideIcon
  /** Whether its screen is shown; by default, the address tells. */
  isShown?: boolean
  /** Content at the end of the link, such as a count. */
  mark?: ReactNode
  /** Highlight it only at its exact address, not on screens below it. */
  exact?: boolean
  /** `/` shows this person the same screen. */
  isHome?: boolean
  /** Indents the link below the place that it belongs to. */
  isInside?: boolean
}

export function NavLink({
  to,
  params = {},
  search,
  label,
  Icon,
  mark,
  exact = false,
  isHome = false,
  isInside = false,
  ...rest
}: NavLinkProps) {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') })
  const own = to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? '')
  const isAtOwn =
    pathname === '' ? isHome : pathname === own || (!exact && pathname.startsWith(`${own}/`))
  const isShown = rest.isShown ?? isAtOwn
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <li>
      <Link
        ref={link}
        to={to}
        params={params}
        search={search}
        activeOptions={{ exact: true }}
        aria-current={isShown ? 'page' : undefined}
        className={classNames(navItemClass(isShown), isInside && 'pointer-fine:md:h-8!')}
      >
        <Icon size={18} aria-hidden="true" />
        <span>{label}</span>
        {mark && <span className="ml-auto">{mark}</span>}
      </Link>
    </li>
  )
}
