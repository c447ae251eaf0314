/**
 * The language of the screens, with one catalog per language: the files here hold American English
 * and are bundled with the screens that use them; another language is one chunk, loaded before the
 * first render. Read texts while rendering, never at module load, so that the language is known.
 */

export type Language = 'en' | 'es'
export const languages: readonly Language[] = ['en', 'es']

/** The shape of a catalog in another language: the same keys, the same parameters. */
export type Translated<Catalog> = {
  readonly [Key in keyof Catalog]: Catalog[Key] extends string
    ? string
    : Catalog[Key] extends (...parameters: infer Parameters) => string
      ? (...parameters: Parameters) => string
      : Translated<Catalog[Key]>
}

type Catalogs = Record<string, object>

let current: Language = 'en'
let translations: Catalogs = {}

export function currentLanguage(): Language {
  return current
}

/** Prices are in US dollars in every language, so Spanish uses the United States locale. */
export function currentLocale(): string {
  return `${current}-US`
}

/** The first of the person's languages that is available; otherwise American English. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const known = languages.find((language) => preference.toLowerCase().split('-')[0] === language)
    if (known) return known
  }
  return 'en'
}

export function setLanguage(language: Language, catalogs: Catalogs): void {
  current = language
  translations = catalogs
}

/**
 * The texts of one room in the current language. If the translation lacks a text (a newer app with
 * an older chunk), it is English.
 */
export function textsOf<Catalog extends object>(
  room: string,
  english: Catalog,
): Translated<Catalog> {
  return new Proxy(english, {
    get: (catalog, key) =>
      Reflect.get(translations[room] ?? catalog, key) ?? Reflect.get(catalog, key),
  }) as Translated<Catalog>
}

/** One translated text by its key; undefined in English and if it is missing. */
export function translationOf(room: string, key: string): string | undefined {
  const text: unknown = Reflect.get(translations[room] ?? {}, key)
  return typeof text === 'string' ? text : undefined
}

/** Creating a formatter is slow, so this keeps one for the current language. */
export function kept<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: { language: Language; formatter: Formatter } | null = null
  return () => {
    if (made?.language !== current) made = { language: current, formatter: make(currentLocale()) }
    return made.formatter
  }
}

/** '12 minutes': at most 89 of a unit, rounded up. */
export function waitOf(seconds: number): string {
  const [of, unit] = seconds < 90 ? [1, 'second'] : seconds < 5400 ? [60, 'minute'] : [3600, 'hour']
  const look = { style: 'unit', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(currentLocale(), { ...look, unit }).format(Math.ceil(seconds / of))
}

const numbers = kept((locale) => new Intl.NumberFormat(locale))
const percentages = kept(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
)
const pluralRules = kept((locale) => new Intl.PluralRules(locale))

/** '1,200'. Numbers below 1,000 need no formatting, so slow phones skip creating a formatter. */
export function numeral(count: number): string {
  const isPlain = Number.isInteger(count) && count >= 0 && count < 1000
  return isPlain ? String(count) : numbers().format(count)
}

/** @param percent 12.5 is '12.5%', in English and in the Spanish of the United States */
export function percentage(percent: number): string {
  return percentages().format(percent / 100)
}

/** `counted(1200, { one: '# change', other: '# changes' })`: '1,200 changes'. */
export function counted(count: number, forms: PluralForms): string {
  return plural(count, forms).replace('#', numeral(count))
}

type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * `plural(3, { one: 'change', other: 'changes' })`: the current language's plural form for a count.
 */
export function plural(count: number, forms: PluralForms): string {
  return forms[pluralRules().select(count)] ?? forms.other
}
