/**
 * A sidebar link. It is highlighted while its screen is shown, also at `/` for the home screen of
 * the person's role, and scrolled into view if a short window hides it.
 */
import { Link, useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { navItemClass } from '#pwa/ui/sidebar-layout.tsx'

interface NavLinkProps {
  to: string
  params?: Record<string, string>
  label: string
  Icon: LucideIcon
  /** Highlight it only at its exact address, not on screens below it. */
  exact?: boolean
  /** `/` shows this person the same screen. */
  isHome?: boolean
}

export function NavLink({
  to,
  params = {},
  label,
  Icon,
  exact = false,
  isHome = false,
}: NavLinkProps) {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') })
  const own = to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? '')
  const isShown =
    pathname === '' ? isHome : pathname === own || (!exact && pathname.startsWith(`${own}/`))
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
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={isShown ? 'page' : undefined}
        className={navItemClass(isShown)}
      >
        <Icon size={18} aria-hidden="true" />
        <span>{label}</span>
      </Link>
    </li>
  )
}
