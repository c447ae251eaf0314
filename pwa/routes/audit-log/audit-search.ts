/** The audit log's filter as search parameters. */
import { day, uuid } from '#schema/contract/id.ts'
import { actFilter } from '#schema/contract/platform.ts'

export const outcomes = ['done', 'refused', 'parked'] as const

export interface AuditSearch {
  act?: string
  outcome?: (typeof outcomes)[number]
  business?: string
  /** An account's id. */
  person?: string
  /** Days in the reader's time zone, both inclusive. */
  from?: string
  to?: string
}

/** Ignores values that the filter doesn't have. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { act, outcome, business, person, from, to } = search
  const known = outcomes.find((value) => value === outcome)
  return {
    ...(typeof act === 'string' && actFilter.test(act) && { act }),
    ...(known && { outcome: known }),
    ...(isId(business) && { business }),
    ...(isId(person) && { person }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

const isId = (text: unknown): text is string => uuid.safeParse(text).success
const isDay = (text: unknown): text is string => day.safeParse(text).success

/** The query for the server: converts the reader's days to instants. */
export function toAuditQuery({ act, outcome, person, from, to }: AuditSearch) {
  return {
    act,
    outcome,
    actor: person,
    since: from && beginningOf(from, 0),
    before: to && beginningOf(to, 1),
  }
}

function beginningOf(text: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
