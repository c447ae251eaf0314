/** Filters and sort orders of customer lists; a separate file, because addresses name them. */

/**
 * Lists all customers, then those who: joined lately; bought lately; stayed away lately; can redeem
 * a reward; agreed to offers by email, by text or by notification; are not reached by mail.
 */
export const customerGroups = [
  'all',
  'new',
  'active',
  'away',
  'ready',
  'email',
  'sms',
  'push',
  'unreached',
] as const
export type CustomerGroup = (typeof customerGroups)[number]
/** A minus sign means descending. The default is newest first. */
export const customerSorts = [
  '-joined',
  'joined',
  'name',
  '-name',
  '-points',
  'points',
  '-spent',
  'spent',
] as const
export type CustomerSort = (typeof customerSorts)[number]

/** Columns that a list may be sorted by. */
export type CustomerColumn = 'name' | 'points' | 'spent' | 'joined'

/** @returns null if another column sorts the list */
export function orderOf(column: CustomerColumn, sort: CustomerSort) {
  if (sort.replace('-', '') !== column) return null
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** First press: names from A, other columns from the largest. Second press: reversed. */
export function nextSort(column: CustomerColumn, sort: CustomerSort): CustomerSort {
  const [first, second] =
    column === 'name' ? (['name', '-name'] as const) : ([`-${column}`, column] as const)
  return sort === first ? second : first
}
