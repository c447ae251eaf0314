/**
 * The calls to prefetch, so that each screen of the sidebar also opens offline. It leaves out data
 * that the device stores anyway, such as customers, and anything that depends on a choice. The
 * server decides who may see what; prefetching skips calls that it refuses.
 */

import { analyticsQuestion, usualDays } from '#pwa/routes/analytics/analytics-question.ts'
import { prefetch, type Question } from '#pwa/session/prefetch.ts'
import type { User } from '#schema/contract/account.ts'
import { analyticsDays } from '#schema/contract/analytics.ts'
import type { Features } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'

/** Call once per window. */
export const prefetchScreens = () => prefetch(questionsOf)

function questionsOf(user: User, features: Features | undefined): readonly Question[] {
  if (user.role === 'super_admin') return ofPlatform
  return user.businessId === null ? [] : ofBusiness(user.businessId, features)
}

/** The default period first, because screens open with it. */
const periods = [...analyticsDays].sort(
  (one, other) => Number(other === usualDays) - Number(one === usualDays),
)

function ofBusiness(businessId: string, features: Features | undefined): Question[] {
  const options = { params: { businessId } }
  const { loyalty = true, analytics = true } = features ?? {}
  return [
    { name: 'business.attention', options },
    { name: 'business.parked', options },
    { name: 'business.staff', options },
    ...(loyalty ? ([{ name: 'business.campaigns', options }] as const) : []),
    { name: 'business.audit', options: { ...options, query: {} }, isList: true },
    ...(loyalty ? ([{ name: 'business.offlineRedemption', options }] as const) : []),
    { name: 'business.devices', options },
    { name: 'business.tills', options },
    ...(analytics
      ? ([
          { name: 'business.pointsFigures', options },
          ...periods.map((days) => ({
            name: 'business.analytics' as const,
            options: analyticsQuestion(businessId, days),
          })),
        ] as const)
      : []),
  ]
}

const ofPlatform: Question[] = [
  { name: 'admin.businesses', options: { query: {} }, isList: true },
  { name: 'admin.stats' },
  { name: 'admin.inviteCodes', options: { query: { limit: limits.inviteRows } } },
  { name: 'admin.inviteCodes', options: { query: { q: '' } }, isList: true },
  { name: 'admin.branding' },
  { name: 'admin.businesses', options: { query: { q: '' } }, isList: true },
  { name: 'admin.analytics', options: { query: { days: usualDays } } },
  { name: 'admin.audit', options: { query: {} }, isList: true },
  { name: 'admin.system' },
]
