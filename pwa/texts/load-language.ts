/**
 * Sets the page's language before anything renders, and after an unlocked till changed it: the chosen one, or the first of the browser's.
 * English needs no file.
 */
import { preferredLanguage, setLanguage } from './language.ts'

export async function loadLanguage(): Promise<void> {
  const chosen = document.cookie.match(/(?:^|; )language=(\w+)/)?.slice(1) ?? []
  const language = preferredLanguage([...chosen, ...navigator.languages])
  document.documentElement.lang = language
  if (language === 'en') return setLanguage(language, {})
  // If the file can't be loaded (a first visit that goes offline), the screens stay in English.
  const loaded = await import('./es/catalog.ts').catch(() => null)
  if (loaded) setLanguage(language, loaded.catalog)
  else document.documentElement.lang = 'en'
}
