/** The six feature cards of the landing page. */
import { landingTexts } from '#pwa/texts/landing.ts'
import { Feature } from './feature.tsx'
import {
  AnalyticsPicture,
  CouponPicture,
  OfflinePicture,
  RolesPicture,
  ScanPicture,
} from './pictures.tsx'
import { WhiteLabelFeature } from './white-label.tsx'

export function Features() {
  return (
    <section
      aria-labelledby="features"
      className="mx-auto max-w-6xl px-4 pt-4 pb-16 sm:px-6 lg:pb-24"
    >
      <h2
        id="features"
        className="wrap-break-word max-w-2xl font-bold text-3xl tracking-display sm:text-4xl"
      >
        {landingTexts.features}
      </h2>
      <div className="mt-10 grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6">
        <Feature
          columns={4}
          title={landingTexts.scan}
          picture={<ScanPicture />}
          text={landingTexts.scanText}
        />
        <Feature
          columns={2}
          title={landingTexts.coupons}
          picture={<CouponPicture />}
          text={landingTexts.couponsText}
        />
        <Feature
          columns={2}
          title={landingTexts.analytics}
          picture={<AnalyticsPicture />}
          text={landingTexts.analyticsText}
        />
        <WhiteLabelFeature />
        <Feature
          columns={3}
          title={landingTexts.offline}
          picture={<OfflinePicture />}
          text={landingTexts.offlineText}
        />
        <Feature
          columns={3}
          title={landingTexts.isolation}
          picture={<RolesPicture />}
          text={landingTexts.isolationText}
        />
      </div>
    </section>
  )
}
