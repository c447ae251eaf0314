/** The bottom of every signed-in frame: one's account, signing out, the theme. */

import { Link } from '@tanstack/react-router'
import { LogOut, Mail, User } from 'lucide-react'
import { SignOutButton } from '#pwa/session/sign-out-button.tsx'
import { profileTexts } from '#pwa/texts/profile.ts'
import { navItemClass } from '#pwa/ui/sidebar-layout.tsx'
import { ThemeSwitch } from '#pwa/ui/theme-switch.tsx'

export function AccountLinks() {
  return (
    <div className="flex flex-col gap-0.5">
      <Link to="/profile" className={navItemClass()}>
        <User size={18} aria-hidden="true" />
        {profileTexts.title}
      </Link>
      <Link to="/email-preferences" className={navItemClass()}>
        <Mail size={18} aria-hidden="true" />
        {profileTexts.emailPreferences}
      </Link>
      <SignOutButton className={navItemClass()}>
        <LogOut size={18} aria-hidden="true" />
        {profileTexts.signOut}
      </SignOutButton>
      <div className="px-3 pt-3">
        <ThemeSwitch />
      </div>
    </div>
  )
}
