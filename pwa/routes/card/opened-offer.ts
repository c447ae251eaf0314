/**
 * A campaign's mail leads here with its coupon in the address: the business counts that the page was
 * opened. Said once; the address then loses it, so that a bookmark or another look says nothing.
 */
import { useEffect } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'

export function useOpenedOffer(customerId: string): void {
  useEffect(() => {
    const couponId = new URLSearchParams(location.search).get('offer')
    if (!couponId) return
    history.replaceState(history.state, '', location.pathname + location.hash)
    // Without a connection nobody hears of it, and the card shows the coupon all the same.
    callAsMember('customer.openOffer', { params: { customerId, couponId } }).catch(() => {})
  }, [customerId])
}
