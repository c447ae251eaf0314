/** The bottom of every signed-in sidebar: account links, sign-out, the theme. */

import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useSession } from '#pwa/session/session.ts'
import { SignOutButton } from '#pwa/session/sign-out-button.tsx'
import { useTillName } from '#pwa/session/till.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
import { navItemClass } from '#pwa/ui/sidebar-layout.tsx'
import { ThemeSwitch } from '#pwa/ui/theme-switch.tsx'
import { accountPlaces } from './account-places.ts'

export function AccountLinks() {
  // A till has no account: staff lock it, and an owner removes it.
  if (useTillName() !== null) {
    return (
      <div className="px-3">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-0.5">
      <Identity />
      {accountPlaces().map(
        ({ to, label, Icon }) =>
          Icon && (
            <Link key={to} to={to} className={navItemClass()}>
              <Icon size={18} aria-hidden="true" />
              <span>{label}</span>
            </Link>
          ),
      )}
      <SignOutButton className={navItemClass()}>
        <LogOut size={18} aria-hidden="true" />
        {profileTexts.signOut}
      </SignOutButton>
      <div className="flex flex-wrap items-center px-1 pt-1">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  )
}

/** The signed-in user, so that staff at a shared till see whose sales they record. */
function Identity() {
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  if (!user) return null
  const name = `${user.firstName} ${user.lastName}`
  return (
    <p className="flex items-center gap-3 px-3 pb-2">
      <Avatar name={name} imageUrl={user.profileImageUrl} size="sm" />
      <span className="min-w-0 leading-tight">
        <bdi translate="no" className="block truncate font-semibold text-sm">
          {name}
        </bdi>
        <span className="block text-ink-faint text-xs first-letter:uppercase">
          {profileTexts.roles[user.role]}
        </span>
      </span>
    </p>
  )
}
