/**
 * Chooses which app the browser installs from this page: the product, the counter of the signed-in
 * business, or one member's card. The browser reads the manifest link when the person installs.
 */
import { useEffect } from 'react'
import type { User } from '#schema/contract/account.ts'

/** The product's manifest, as the page linked it. */
let originalHref: string | null = null

function manifestLink(): HTMLLinkElement | null {
  return document.querySelector('link[rel="manifest"]')
}

/** @param href null restores the product's manifest */
function setAppManifest(href: string | null): void {
  const link = manifestLink()
  if (!link) return
  originalHref ??= link.getAttribute('href')
  const next = href ?? originalHref ?? ''
  if (link.getAttribute('href') === next) return
  // Only the business itself may read the counter's manifest; without this attribute the browser
  // sends no session cookie.
  link.crossOrigin = 'use-credentials'
  link.href = next
}

export function offerCounterApp(user: User | null): void {
  setAppManifest(user?.businessId ? `/api/business/${user.businessId}/app-manifest` : null)
}

/** While the component is mounted, the page installs as this member's card. */
export function useCardApp(customerId: string): void {
  useEffect(() => {
    setAppManifest(`/api/customer/${customerId}/app-manifest`)
    return () => setAppManifest(null)
  }, [customerId])
}
