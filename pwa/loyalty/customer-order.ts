/** How a list of customers may be narrowed and ordered; on its own, because addresses name it. */

/**
 * Everybody; joined lately; bought lately; not seen lately; can redeem something; agreed to offers
 * by email or by text; not reached by mail.
 */
export const customerGroups = [
  'all',
  'new',
  'active',
  'away',
  'ready',
  'email',
  'sms',
  'unreached',
] as const
export type CustomerGroup = (typeof customerGroups)[number]
/** A minus sign turns the order around. Newest first where none is chosen. */
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
