/** A business's analytics: figures over time, funnel, QR codes, rewards and the points liability. */
import { useCall } from '#pwa/api/use-call.ts'
import { type SeenCallState, useSeenCall } from '#pwa/session/use-seen-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { AnalyticsPage } from './analytics-page.tsx'
import { useAnalyticsSearch } from './analytics-search.ts'
import { Funnel } from './funnel.tsx'
import { businessMetrics } from './metrics.ts'
import { ByQrCode, PointsLiability, RewardPopularity } from './rankings.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function questionOf(businessId: string, days: number) {
  return { params: { businessId }, query: { days, timeZone } }
}

export function BusinessAnalyticsScreen({ businessId }: { businessId: string }) {
  const [{ days }] = useAnalyticsSearch(businessMetrics)
  return <ShownAnalytics state={useSeenCall('business.analytics', questionOf(businessId, days))} />
}

/** A super admin's view is kept nowhere on the device. */
export function ViewedAnalyticsScreen({ businessId }: { businessId: string }) {
  const [{ days }] = useAnalyticsSearch(businessMetrics)
  const state = useCall('business.analytics', questionOf(businessId, days))
  return <ShownAnalytics state={{ ...state, seenAt: null }} />
}

function ShownAnalytics({ state }: { state: SeenCallState<'business.analytics'> }) {
  return (
    <AnalyticsPage description={analyticsTexts.description} metrics={businessMetrics} state={state}>
      {(shown) => (
        <>
          <div className="grid gap-6 lg:grid-cols-2">
            <Funnel funnel={shown?.funnel} />
            <PointsLiability points={shown?.points} />
          </div>
          <ByQrCode qrCodes={shown?.qrCodes} />
          <RewardPopularity rewards={shown?.rewards} />
        </>
      )}
    </AnalyticsPage>
  )
}
