/** The classes of a link within text. */
export const textLinkClass =
  'rounded-sm font-medium text-brand-text underline decoration-1 decoration-current/40 underline-offset-4 hover:decoration-current'
