/** The bottom of every signed-in sidebar: account links, sign-out, the theme. */

import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useSession } from '#pwa/session/session.ts'
import { SignOutButton } from '#pwa/session/sign-out-button.tsx'
import { useTillName } from '#pwa/session/till.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
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
    <div className="-my-1 flex flex-col">
      <div className="flex items-center">
        <Identity />
        <SignOutButton className={`${itemClass} ml-auto w-11 shrink-0 justify-center`}>
          <LogOut size={18} aria-hidden="true" />
          <span className="sr-only">{profileTexts.signOut}</span>
        </SignOutButton>
      </div>
      <div className="flex flex-wrap">
        {accountPlaces().map(
          ({ to, label, Icon }) =>
            Icon && (
              <Link key={to} to={to} className={`${itemClass} px-3`}>
                {label}
              </Link>
            ),
        )}
      </div>
      <div className="flex flex-wrap items-center px-1">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  )
}

const itemClass =
  'flex h-11 items-center rounded-md font-medium text-ink-soft text-sm no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-on-accent-soft forced-colors:aria-[current=page]:border pointer-fine:md:h-9.5'

/** The signed-in user, so that staff at a shared till see whose sales they record. */
function Identity() {
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  if (!user) return null
  const name = `${user.firstName} ${user.lastName}`
  return (
    <p className="flex min-w-0 items-center gap-3 px-3 py-1">
      <Avatar name={name} imageUrl={user.profileImageUrl} size="sm" />
      <span className="min-w-0 leading-tight">
        <bdi translate="no" className="block truncate font-semibold text-sm">
          {name}
        </bdi>
        <span className="block text-ink-faint text-xs">{profileTexts.signedInAs[user.role]}</span>
      </span>
    </p>
  )
}
