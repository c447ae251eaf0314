/** The screens of a signed-in user in one file: profile, email preferences, shortcuts. */
export { ShortcutsScreen } from '#pwa/routes/palette/shortcuts.tsx'
export { EmailPreferencesScreen } from '#pwa/routes/profile/email-preferences.tsx'
export { ProfileScreen } from '#pwa/routes/profile/profile.tsx'
