/** The country of a business: its owner's choice, or that of its time zone. */
import { getCountries } from 'libphonenumber-js'

export interface Located {
  country: string | null
  timeZone: string | null
}

/** Node 20 has the property, later releases the method; TypeScript's library has neither. */
type Zoned = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined }

let countries: ReadonlyMap<string, string> | null = null

/** @returns empty if neither the country nor the time zone is known */
export function phoneCountryOf({ country, timeZone }: Located): string {
  return country ?? countryOfTimeZone(timeZone) ?? ''
}

function countryOfTimeZone(timeZone: string | null): string | null {
  if (timeZone === null) return null
  countries ??= readCountries()
  return countries.get(timeZone) ?? null
}

function readCountries(): Map<string, string> {
  const found = new Map<string, string>()
  for (const country of getCountries()) {
    const locale: Zoned = new Intl.Locale('und', { region: country })
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? []) {
      // The first country that has it: a zone that several share is of little use to tell them apart.
      if (!found.has(zone)) found.set(zone, country)
    }
  }
  return found
}
