/** The campaign's mail as members get it, while its owner types; it marks what is still empty. */
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { formatDiscount, formatLongDay } from '#pwa/texts/format.ts'
import type { BrandColors } from '#pwa/ui/brand.ts'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import type { Business } from '#schema/contract/business.ts'
import { campaignTerms } from '#schema/contract/campaign.ts'
import { couponTerm } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { type Discount, discountTerms } from '#schema/contract/discount.ts'
import { readWholeNumber } from '#schema/contract/typed-text.ts'

export interface TypedMail extends Discount {
  subject: string
  message: string
  /** The last day of a coupon that is given today; null while the days are missing or wrong. */
  lastDay: string | null
  postalAddress: string
}

type Sender = Pick<Business, 'name' | 'timeZone' | 'postalAddress'>

export function readMail(
  typed: FormData,
  discountType: Discount['discountType'],
  sender: Sender | null,
): TypedMail {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  const days = campaignTerms.shape.couponDays.safeParse(readWholeNumber(text('couponDays')))
  return {
    subject: text('subject'),
    message: text('message'),
    discountType,
    discountValue: text('discountValue'),
    lastDay: days.success ? couponTerm(new Date(), days.data, timeZoneOf(sender)).expiresOn : null,
    postalAddress: sender?.postalAddress || text('postalAddress'),
  }
}

interface MailPreviewProps {
  sender: Pick<Business, 'name'> & BrandColors
  mail: TypedMail
}

export function MailPreview({ sender, mail }: MailPreviewProps) {
  const { subject, message, lastDay, postalAddress } = mail
  const isTyped = discountTerms.discountValue.safeParse(mail.discountValue).success
  return (
    <figure aria-label={texts.mail} className="min-w-0">
      <figcaption className="mb-3 font-semibold">{texts.mail}</figcaption>
      <BrandScope
        colors={sender}
        className="wrap-anywhere overflow-hidden rounded-lg border border-line"
      >
        <p translate="no" className="brand-gradient px-4 py-3 font-semibold text-on-brand">
          {sender.name}
        </p>
        <div translate="no" className="flex flex-col gap-3 p-4 text-sm">
          {subject ? (
            <p className="font-semibold text-base">{subject}</p>
          ) : (
            <p className="text-base text-ink-faint italic">{texts.noSubject}</p>
          )}
          {message ? (
            <p className="whitespace-pre-line">{message}</p>
          ) : (
            <p className="text-ink-faint italic">{texts.noMessage}</p>
          )}
          <p>
            {[
              texts.mailCoupon(isTyped ? formatDiscount(mail) : '…'),
              ...(lastDay ? [texts.mailUntil(formatLongDay(lastDay))] : []),
            ].join(' ')}
          </p>
          <p className="self-start rounded-md bg-brand px-3 py-2 font-medium text-on-brand">
            {texts.mailButton}
          </p>
          <div className="text-ink-soft text-xs">
            <p>{texts.mailEnd(sender.name)}</p>
            <p>{`${sender.name}, ${postalAddress || '…'}`}</p>
          </div>
        </div>
      </BrandScope>
    </figure>
  )
}
