/**
 * Analytics of the user's own business, and of a business that a super admin views, each in its
 * frame.
 */
import { useParams } from '@tanstack/react-router'
import { useCall } from '#pwa/api/use-call.ts'
import { BusinessFrame } from '#pwa/routes/frame/business-frame.tsx'
import { inOwnFrame } from '#pwa/routes/frame/own-frame.tsx'
import { BusinessAnalyticsScreen, ViewedAnalyticsScreen } from './business-analytics.tsx'

export const OwnAnalyticsScreen = inOwnFrame(BusinessAnalyticsScreen, 'analytics')

export function ViewedBusinessAnalyticsScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  const business = useCall('business.get', { params: { businessId } })
  return (
    <BusinessFrame business={business.data ?? null} viewedId={businessId}>
      <ViewedAnalyticsScreen businessId={businessId} />
    </BusinessFrame>
  )
}
