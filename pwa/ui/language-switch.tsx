/**
 * Offers the other languages, each in its own words. `public/theme.js` keeps the choice in a cookie,
 * which the server reads too, and reloads the page; it also works before the app has loaded.
 */
import { currentLanguage, languages } from '#pwa/texts/language.ts'

const names = { en: 'English', es: 'Español' }

export function LanguageSwitch() {
  return languages
    .filter((language) => language !== currentLanguage())
    .map((language) => (
      <button
        key={language}
        type="button"
        data-language=""
        lang={language}
        translate="no"
        className="min-h-11 rounded-sm px-3 text-ink-soft text-sm underline underline-offset-4 hover:text-ink"
      >
        {names[language]}
      </button>
    ))
}
