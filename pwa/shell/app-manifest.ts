/**
 * Which app an install from this page makes: the product's, the counter of the business that is
 * signed in, or one member's card. The browser reads the link when the person installs.
 */
import { useEffect } from 'react'
import type { User } from '#schema/contract/account.ts'

/** The product's own, as the page came. */
let originalHref: string | null = null

function manifestLink(): HTMLLinkElement | null {
  return document.querySelector('link[rel="manifest"]')
}

/** @param href null goes back to the product's own manifest */
function setAppManifest(href: string | null): void {
  const link = manifestLink()
  if (!link) return
  originalHref ??= link.getAttribute('href')
  const next = href ?? originalHref ?? ''
  if (link.getAttribute('href') === next) return
  // The counter's manifest is the business's own; without this the browser asks without the session.
  link.crossOrigin = 'use-credentials'
  link.href = next
}

export function offerCounterApp(user: User | null): void {
  setAppManifest(user?.businessId ? `/api/business/${user.businessId}/app-manifest` : null)
}

/** While this is on the screen, the page installs as the holder's card. */
export function useCardApp(customerId: string): void {
  useEffect(() => {
    setAppManifest(`/api/customer/${customerId}/app-manifest`)
    return () => setAppManifest(null)
  }, [customerId])
}
