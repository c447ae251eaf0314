/** A QR code on paper in the business's name and colors, with what a sign-up brings. */
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { Business } from '#schema/contract/business.ts'
import { PrintedAddress } from './printed-address.tsx'

interface PrintedCodeProps {
  business: Business
  url: string
  name: string
  /** Tells the cut-out cards of several codes apart; a poster needs none. */
  place?: string | null
  /** Prints the code as a poster, alone on its page. */
  poster?: boolean
}

export function PrintedCode({ business, url, name, place, poster = false }: PrintedCodeProps) {
  const { welcomePoints: points, welcomeDiscountPercent: percent } = business
  return (
    <BrandScope
      colors={business}
      className={classNames('qr-sheet-card', poster && 'qr-poster w-full max-w-160')}
    >
      <div className="brand-gradient flex items-center gap-3 border-brand-accent border-t-8 p-4 text-on-brand">
        <span className="flex rounded-md ring-2 ring-on-brand/35">
          <BrandMark name={business.name} logoUrl={business.logoUrl} />
        </span>
        <bdi
          translate="no"
          className="wrap-anywhere line-clamp-2 font-semibold text-lg leading-tight"
        >
          {business.name}
        </bdi>
      </div>
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 p-4 text-center">
        <p className={classNames('font-bold', poster ? 'text-4xl' : 'text-xl')}>
          {businessTexts.scanToJoin}
        </p>
        <p className={classNames(poster && 'text-xl')}>{texts.welcomeOffer(points, percent)}</p>
        <QrImage
          text={url}
          label={businessTexts.qrCodeOf(name)}
          className={classNames(
            'aspect-square min-h-0 max-w-full flex-1',
            poster ? 'max-h-120' : 'max-h-60',
          )}
        />
        <PrintedAddress url={url} className="font-mono text-xs" />
        {place && (
          <bdi translate="no" className="wrap-anywhere text-sm">
            {place}
          </bdi>
        )}
      </div>
    </BrandScope>
  )
}
