/** The classes of a link within text. */
export const textLinkClass =
  'rounded-sm font-medium text-accent underline decoration-1 underline-offset-4 hover:decoration-2'
