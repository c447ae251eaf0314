/** Filters and sort orders of customer lists; a separate file, because addresses name them. */

/**
 * In this order: all customers; joined lately; bought lately; stayed away lately; can redeem a
 * reward; agreed to offers by email, by text or by notification; not reached by mail.
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
