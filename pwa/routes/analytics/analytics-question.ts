/** What the screen of a business's analytics asks for, and what is asked ahead for it. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Where the address names no other period. */
export const usualDays = 30

export function analyticsQuestion(businessId: string, days: number) {
  return { params: { businessId }, query: { days, timeZone } }
}
