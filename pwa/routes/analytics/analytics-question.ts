/** The call that a business's analytics screen makes, also used to prefetch it. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The default if the address names no period. */
export const usualDays = 30

export function analyticsQuestion(businessId: string, days: number) {
  return { params: { businessId }, query: { days, timeZone } }
}
