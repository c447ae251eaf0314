/** The screens of whoever is signed in, in one file: their profile, mail and shortcuts. */
export { ShortcutsScreen } from '#pwa/routes/palette/shortcuts.tsx'
export { EmailPreferencesScreen } from './email-preferences.tsx'
export { ProfileScreen } from './profile.tsx'
