/** Sets the language of the page before anything is rendered. English needs no file of its own. */
import { preferredLanguage, setLanguage } from './language.ts'

export async function loadLanguage(): Promise<void> {
  const language = preferredLanguage(navigator.languages)
  document.documentElement.lang = language
  if (language === 'en') return
  // Without its file (a first visit that loses the network) the screens stay in English.
  const loaded = await import('./es/catalog.ts').catch(() => null)
  if (loaded) setLanguage(language, loaded.catalog)
  else document.documentElement.lang = 'en'
}
