/** Six things it does, each with a picture of it (spec.md §1). */
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
      <h2 id="features" className="max-w-2xl font-bold text-3xl tracking-display sm:text-4xl">
        Everything a stamp card does, and all it never could.
      </h2>
      <div className="mt-10 grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-6">
        <Feature
          columns={4}
          title="Customers join with a scan"
          picture={<ScanPicture />}
          text="Print a QR code for the counter or the table. A guest scans it, leaves a name and an email, and the welcome points and the welcome discount are there at once."
        />
        <Feature
          columns={2}
          title="Points become coupons"
          picture={<CouponPicture />}
          text="Every purchase earns points. A redeemed reward makes a coupon of its own: single-use, and checked at the counter in a second."
        />
        <Feature
          columns={2}
          title="See what works"
          picture={<AnalyticsPicture />}
          text="Sign-ups, QR scans and redemptions, day by day. Trends compare the last 30 days with the 30 before."
        />
        <WhiteLabelFeature />
        <Feature
          columns={3}
          title="Works where the Wi-Fi does not"
          picture={<OfflinePicture />}
          text="Install it on a phone. Sign-ups and purchases are saved on the phone first and sent when the network is back. You always see what waits."
        />
        <Feature
          columns={3}
          title="Every business on its own"
          picture={<RolesPicture />}
          text="The database itself keeps each business's data apart. Owners see all of theirs, staff only what the counter needs."
        />
      </div>
    </section>
  )
}
