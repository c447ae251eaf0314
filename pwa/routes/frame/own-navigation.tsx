/** The menu of a business's own people: its places in the sidebar, and the first ones in a bar. */
import { Link, useRouter } from '@tanstack/react-router'
import { Fragment } from 'react'
import { attentionTexts } from '#pwa/texts/attention.ts'
import { numeral } from '#pwa/texts/language.ts'
import { barItemClass } from '#pwa/ui/sidebar-layout.tsx'
import type { User } from '#schema/contract/account.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { useKnownAttention } from './attention-count.ts'
import { NavLink } from './nav-link.tsx'
import {
  isLinkOpen,
  isPlaceOpen,
  linksInside,
  type MenuPlace,
  menuPlaces,
  useShownAddress,
} from './places.ts'

interface OwnNavigationProps {
  user: User
  features: Features | undefined
}

const placesInBar = 3

export function OwnNavigation({ user, features }: OwnNavigationProps) {
  const shown = useShownAddress(user)
  const { routesByPath } = useRouter()
  return (
    <ul className="flex flex-col gap-0.5">
      {menuPlaces(routesByPath, user.role, features).map((place) => {
        const { to, tab, label, Icon } = place
        const inside = linksInside(place)
        const isOpen = isPlaceOpen(place, shown)
        const isItself = isOpen && !inside.some((link) => isLinkOpen(link, shown))
        return (
          <Fragment key={label}>
            <NavLink
              to={to}
              search={tab && { tab }}
              label={label}
              Icon={Icon}
              isShown={isItself}
              mark={isHome(place) && <Waiting user={user} />}
            />
            {isOpen && inside.length > 0 && (
              <li>
                <ul className="ml-4 flex flex-col gap-0.5 border-line border-l pl-2">
                  {inside.map((link) => (
                    <NavLink
                      key={link.to}
                      to={link.to}
                      label={link.label}
                      Icon={link.Icon}
                      isInside
                    />
                  ))}
                </ul>
              </li>
            )}
          </Fragment>
        )
      })}
    </ul>
  )
}

/** At the foot of a phone, where thumbs are; the menu has the rest. */
export function OwnBar({ user, features }: OwnNavigationProps) {
  const shown = useShownAddress(user)
  const { routesByPath } = useRouter()
  return menuPlaces(routesByPath, user.role, features)
    .slice(0, placesInBar)
    .map((place) => {
      const { to, tab, label, Icon } = place
      const isOpen = isPlaceOpen(place, shown)
      return (
        <Link
          key={label}
          to={to}
          search={tab && { tab }}
          activeOptions={{ exact: true }}
          aria-current={isOpen ? 'page' : undefined}
          className={barItemClass(isOpen)}
        >
          <span className="relative">
            <Icon size={21} aria-hidden="true" />
            {isHome(place) && (
              <span className="absolute -top-1.5 left-3.5">
                <Waiting user={user} />
              </span>
            )}
          </span>
          <span>{label}</span>
        </Link>
      )
    })
}

const isHome = ({ to, tab }: MenuPlace) => to === '/business-dashboard' && tab === undefined

/** How many things need the owner, as on Home. */
function Waiting({ user }: { user: User }) {
  const count = useKnownAttention(user.businessId ?? '')
  if (count === 0 || !mayDo(user, 'attention.view')) return null
  return (
    <span className="inline-block rounded-full bg-warning-soft px-1.5 font-semibold text-warning text-xs tabular-nums leading-5">
      <span aria-hidden="true">{numeral(count)}</span>
      <span className="sr-only">{attentionTexts.waiting(count)}</span>
    </span>
  )
}
