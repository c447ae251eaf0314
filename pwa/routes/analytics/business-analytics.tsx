/** A business's analytics: figures over time, funnel, QR codes, rewards and points. */
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import { type CachedCallState, useCachedCall } from '#pwa/session/use-cached-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { AnalyticsPage } from './analytics-page.tsx'
import { analyticsQuestion } from './analytics-question.ts'
import { ByQrCode } from './by-qr-code.tsx'
import { Funnel } from './funnel.tsx'
import { businessMetrics } from './metrics.ts'
import { PointsFiguresCard } from './points-figures.tsx'
import { RewardPopularity } from './rankings.tsx'
import { useAnalyticsSearch } from './use-analytics-search.ts'

export function BusinessAnalyticsScreen({ businessId }: { businessId: string }) {
  const [{ days }] = useAnalyticsSearch(businessMetrics)
  const points = useCachedCall('business.pointsFigures', { params: { businessId } })
  const state = useCachedCall('business.analytics', analyticsQuestion(businessId, days))
  return <ShownAnalytics state={state} points={points} />
}

/** For super admins: nothing is stored on the device. */
export function ViewedAnalyticsScreen({ businessId }: { businessId: string }) {
  const [{ days }] = useAnalyticsSearch(businessMetrics)
  const state = useCall('business.analytics', analyticsQuestion(businessId, days))
  const points = useCall('business.pointsFigures', { params: { businessId } })
  return <ShownAnalytics state={{ ...state, seenAt: null }} points={points} />
}

interface ShownAnalyticsProps {
  state: CachedCallState<'business.analytics'>
  points: CallState<'business.pointsFigures'>
}

function ShownAnalytics({ state, points: figures }: ShownAnalyticsProps) {
  return (
    <AnalyticsPage description={analyticsTexts.description} metrics={businessMetrics} state={state}>
      {(shown) => (
        <>
          <Funnel funnel={shown?.funnel} />
          <PointsFiguresCard state={figures} moved={shown?.points} />
          <ByQrCode qrCodes={shown?.qrCodes} />
          <RewardPopularity rewards={shown?.rewards} />
        </>
      )}
    </AnalyticsPage>
  )
}
