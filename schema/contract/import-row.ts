/**
 * Reads the mapped cells of one row of an import. The page shows examples by it; the server judges
 * by it. A value that a member can do without is left out if it can't be read; anything about
 * points, money or the way to reach them refuses the row.
 */
import { findDay } from './import-date.ts'
import { readCents, readPoints } from './import-number.ts'
import { limits } from './limits.ts'
import type { ImportCells, ImportField, ImportFormats, ImportReason } from './member-import.ts'
import { optionalEmail, phone } from './person.ts'
import { digitsOf, plainText, visibleName, visiblePhone } from './typed-text.ts'

export interface ReadImportRow {
  firstName: string
  /** Many programs know one name only. */
  lastName: string
  /** Empty without one; then there is a phone number. */
  email: string
  phone: string | null
  /** '07-14' */
  birthday: string | null
  /** Null if the file has no points for this row. */
  points: number | null
  spentCents: number | null
  /** '2024-01-05' */
  joined: string | null
  /** Absent unless a column says yes or no. */
  emailConsent?: boolean
  smsConsent?: boolean
  /** The day of the consents. */
  consentDate: string | null
  foreignId: string | null
  leftOut: ImportField[]
}

type ImportReading = { read: ReadImportRow } | { reason: ImportReason }

/** @param mayOmitEmail the business has members with a phone number alone */
export function readImportRow(
  sent: ImportCells,
  formats: ImportFormats,
  mayOmitEmail = false,
): ImportReading {
  const cells = textsOf(sent)
  const name = readName(cells)
  if ('reason' in name) return name
  const address = optionalEmail.safeParse(cells.email)
  if (!address.success) return { reason: 'email_invalid' }
  if (!address.data && !mayOmitEmail) return { reason: 'email_missing' }
  const number = readPhone(cells.phone)
  if ('reason' in number) return number
  if (!address.data && number.phone === null) return { reason: 'contact_missing' }
  const points = readPoints(cells.points, formats.decimal)
  if (typeof points === 'string') return { reason: points }
  const spentCents = readCents(cells.spent, formats.decimal)
  if (spentCents === 'unreadable') return { reason: 'spent_unreadable' }
  const days = readDays(cells, formats)
  return {
    read: {
      ...name,
      email: address.data,
      phone: number.phone,
      points,
      spentCents,
      ...days,
      ...readConsents(cells, { email: address.data !== '', phone: number.phone !== null }),
      foreignId: cells.foreignId || null,
    },
  }
}

/** Without the apostrophe by which spreadsheets and exports mark text that is not a formula. */
function textsOf(sent: ImportCells): ImportCells {
  const entries = Object.entries(sent).map(([field, cell]) => [
    field,
    cell.trim().replace(/^'(?=[=+\-@\d])/, ''),
  ])
  return Object.fromEntries(entries)
}

function readName(
  cells: ImportCells,
): Pick<ReadImportRow, 'firstName' | 'lastName'> | { reason: ImportReason } {
  const [fullFirst, fullLast] = splitName(visibleName(cells.fullName ?? ''))
  const first = visibleName(cells.firstName ?? '') || fullFirst
  const last = visibleName(cells.lastName ?? '') || fullLast
  if (!first && !last) return { reason: 'name_missing' }
  const isLong = first.length > limits.personNameLength || last.length > limits.personNameLength
  if (isLong) return { reason: 'name_long' }
  return first ? { firstName: first, lastName: last } : { firstName: last, lastName: '' }
}

/** 'Ida Park' and 'Park, Ida'. */
function splitName(name: string): [first: string, last: string] {
  const comma = name.indexOf(',')
  if (comma > 0) return [name.slice(comma + 1).trim(), name.slice(0, comma).trim()]
  const space = name.lastIndexOf(' ')
  return space < 0 ? [name, ''] : [name.slice(0, space).trim(), name.slice(space + 1)]
}

function readPhone(cell = ''): { phone: string | null } | { reason: ImportReason } {
  const typed = plainText(cell).trim()
  // Some programs export a zero for no number.
  if (/^0*$/.test(digitsOf(typed))) return { phone: null }
  // A spreadsheet rounded it, so its digits are lost.
  if (/^\+?\d+([.,]\d+)?E\+?\d+$/i.test(typed)) return { reason: 'phone_digits_lost' }
  const read = phone.safeParse(visiblePhone(cell))
  return read.success ? { phone: read.data || null } : { reason: 'phone_invalid' }
}

function readDays(cells: ImportCells, formats: ImportFormats) {
  const leftOut: ImportField[] = []
  const find = (field: 'birthday' | 'joined' | 'consentDate') => {
    const text = cells[field]
    if (!text) return null
    const day = findDay(text, formats.dates, field === 'birthday')
    if (day === null) leftOut.push(field)
    return day
  }
  const birthday = find('birthday')?.slice(-5) ?? null
  return { birthday, joined: find('joined'), consentDate: find('consentDate'), leftOut }
}

const yes = /^(yes|y|true|1|x|on|opted[ -]?in|opt[ -]?in|subscribed|active|granted|s[ií]|oui|ja)$/i
const no =
  /^(no|n|false|0|off|opted[ -]?out|opt[ -]?out|unsubscribed|(not|never)[ _-]subscribed|denied|non|nein)$/i

/** Silence is no answer: a cell that says neither yes nor no leaves the consent unasked. */
function readConsents(cells: ImportCells, has: { email: boolean; phone: boolean }) {
  const answer = (cell = '') => (yes.test(cell) ? true : no.test(cell) ? false : undefined)
  const mails = answer(cells.emailConsent)
  const sms = answer(cells.smsConsent)
  // Consent to emails needs an address, and consent to texts a number.
  const emailConsent = mails && !has.email ? undefined : mails
  const smsConsent = sms && !has.phone ? undefined : sms
  return {
    ...(emailConsent !== undefined && { emailConsent }),
    ...(smsConsent !== undefined && { smsConsent }),
  }
}
