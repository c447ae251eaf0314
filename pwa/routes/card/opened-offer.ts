/**
 * A campaign's email links here with its coupon in the address, so that the business can count
 * opened offers. The page reports it once and then removes it from the address, so that bookmarks
 * and reloads don't count again.
 */
import { useEffect } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'

export function useOpenedOffer(customerId: string): void {
  useEffect(() => {
    const couponId = new URLSearchParams(location.search).get('offer')
    if (!couponId) return
    history.replaceState(history.state, '', location.pathname + location.hash)
    // Offline, the report is lost, but the card still shows the coupon.
    callAsMember('customer.openOffer', { params: { customerId, couponId } }).catch(() => {})
  }, [customerId])
}
