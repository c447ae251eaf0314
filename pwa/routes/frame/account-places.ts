/** The screens of every signed-in user, for the foot of the sidebar and the command palette. */
import { Mail, User } from 'lucide-react'
import { paletteTexts } from '#pwa/texts/palette.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import type { Place } from './places.ts'

export function accountPlaces(): Place[] {
  return [
    { to: '/profile', label: profileTexts.title, Icon: User },
    { to: '/email-preferences', label: profileTexts.emailPreferences, Icon: Mail },
    { to: '/shortcuts', label: paletteTexts.shortcuts },
  ]
}
