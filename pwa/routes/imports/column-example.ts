/** Two cells of a column, as they will be read. */
import type { ImportSurvey } from '#pwa/loyalty/imports/import-survey.ts'
import { formatCalendarDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { importTexts as texts } from '#pwa/texts/imports.ts'
import { currentLocale } from '#pwa/texts/language.ts'
import { findDay } from '#schema/contract/import-date.ts'
import { readCents, readPoints } from '#schema/contract/import-number.ts'
import type { ImportField, ImportFormats, ImportMapping } from '#schema/contract/member-import.ts'
import { fromCents } from '#schema/contract/money.ts'

const shownLength = 40

/** @returns undefined for a field without a column, or with an empty one */
export function exampleOf(
  field: ImportField,
  { columns }: ImportSurvey,
  mapping: ImportMapping,
  formats: ImportFormats,
): string | undefined {
  const examples = columns[mapping[field] ?? -1]?.examples ?? []
  if (examples.length === 0) return undefined
  return texts.example(examples.map((cell) => shownAs(field, cell, formats)).join(' · '))
}

function shownAs(field: ImportField, cell: string, formats: ImportFormats): string {
  const short = cell.length > shownLength ? `${cell.slice(0, shownLength)}…` : cell
  const read = readAs(field, cell, formats)
  return read === undefined ? short : texts.readAs(short, read ?? texts.unreadable)
}

/** @returns undefined for text, null if it can't be read */
function readAs(
  field: ImportField,
  cell: string,
  { decimal, dates }: ImportFormats,
): string | null | undefined {
  if (field === 'points') {
    const points = readPoints(cell, decimal)
    return typeof points === 'number' ? formatNumber(points) : null
  }
  if (field === 'spent') {
    const cents = readCents(cell, decimal)
    return typeof cents === 'number' ? formatMoney(fromCents(cents)) : null
  }
  if (field === 'birthday') {
    const day = findDay(cell, dates, true)
    return day && formatYearly(day)
  }
  if (field === 'joined' || field === 'consentDate') {
    const day = findDay(cell, dates)
    return day && formatCalendarDay(day)
  }
  return undefined
}

/** 'July 14': the year isn't brought over. */
function formatYearly(day: string): string {
  const format = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(currentLocale(), format).format(new Date(day))
}
