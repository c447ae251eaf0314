/**
 * Analytics of the user's own business, and of a business that a super admin views, each in its
 * frame.
 */
import { useParams } from '@tanstack/react-router'
import { useCall } from '#pwa/api/use-call.ts'
import {
  BusinessAnalyticsScreen,
  ViewedAnalyticsScreen,
} from '#pwa/routes/analytics/business-analytics.tsx'
import { BusinessFrame } from './frame.tsx'
import { inOwnFrame } from './own-frame.tsx'

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
