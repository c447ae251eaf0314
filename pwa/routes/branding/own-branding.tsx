/** Branding of the user's own business. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasOwnBrand, useBusiness } from '#pwa/loyalty/business.ts'
import { tryNow } from '#pwa/loyalty/sync-status.ts'
import { inOwnFrame } from '#pwa/routes/frame/own-frame.tsx'
import { useSession } from '#pwa/session/session.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Business } from '#schema/contract/business.ts'
import { BrandEditor } from './brand-editor.tsx'

function OwnBranding() {
  const { business } = useBusiness()
  const [saved, setSaved] = useState<Business | null>(null)
  // This device's row now includes the saved change, or a newer one.
  useEffect(() => {
    if (business) setSaved(null)
  }, [business])
  const navigate = useNavigate()
  const session = useSession()
  const isOffline = session.state === 'signedIn' && session.offline
  const shown = saved ?? business
  return (
    <>
      <PageHeader title={brandingTexts.title} description={brandingTexts.description} />
      {shown ? (
        <BrandEditor
          business={shown}
          obstacle={obstacleOf(shown, isOffline)}
          onAgreed={
            hasOwnBrand(shown) ? undefined : () => void navigate({ to: '/business-dashboard' })
          }
          onSaved={(changed) => {
            setSaved(changed)
            void tryNow()
          }}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </>
  )
}

function obstacleOf({ features, readOnly }: Business, isOffline: boolean): string | null {
  if (!features.whiteLabel) return brandingTexts.featureOff
  if (readOnly) return brandingTexts.readOnly
  return isOffline ? brandingTexts.offline : null
}

export const OwnBrandingScreen = inOwnFrame(OwnBranding)
