/** Sums the figures of all QR codes at one location. */
import type { BusinessAnalytics } from '#schema/contract/analytics.ts'

export type CodeFigures = BusinessAnalytics['qrCodes'][number]

/** `codes`: the number of QR codes there. */
export type LocationFigures = Pick<
  CodeFigures,
  'locationName' | 'scans' | 'signUps' | 'secondVisits'
> & { codes: number }

/** Most scanned first. Treats names that differ only in case or spaces as one location. */
export function sumByLocation(qrCodes: readonly CodeFigures[]): LocationFigures[] {
  const byPlace = new Map<string, LocationFigures>()
  for (const { locationName, scans, signUps, secondVisits } of qrCodes) {
    const name = locationName?.trim().replace(/\s+/g, ' ') || null
    const place = (name ?? '').toLocaleLowerCase()
    const sum = byPlace.get(place) ?? {
      locationName: name,
      scans: 0,
      signUps: 0,
      secondVisits: 0,
      codes: 0,
    }
    byPlace.set(place, {
      ...sum,
      scans: sum.scans + scans,
      signUps: sum.signUps + signUps,
      secondVisits: sum.secondVisits + secondVisits,
      codes: sum.codes + 1,
    })
  }
  return [...byPlace.values()].sort((one, other) => other.scans - one.scans)
}
