/**
 * Mails a campaign's mail to the owner who edits it, marked as a test. It issues no coupon and
 * counts in no result; its link leads back to the campaigns.
 */
import type { TestedCampaign } from '#schema/contract/campaign.ts'
import { couponTerm } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { discountText } from '#schema/contract/discount.ts'
import { requireBusiness, requireWritable, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { isMailLanguage } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { findCampaign } from './campaign.ts'

type Sent = TestedCampaign & { recipient: string }

export async function sendCampaignTest(sent: Sent, rule: TenantRule): Promise<{ email: string }> {
  const { now, businessId, config } = rule
  const business = await requireBusiness(rule)
  requireWritable(business, now)
  if (!business.features.loyalty) refuse('feature_off')
  const known = sent.campaignId ? await findCampaign(rule, sent.campaignId) : undefined
  const { expiresAt, expiresOn } = couponTerm(now, sent.couponDays, timeZoneOf(business))
  await rule.mail({
    recipient: sent.recipient,
    kind: 'offerTest',
    fields: {
      businessName: business.name,
      subject: sent.subject,
      message: sent.message,
      discount: discountText(sent),
      expiresAt: expiresAt.toISOString(),
      expiresOn,
      url: `${config.publicUrl}/business-dashboard/campaigns`,
      postalAddress: sent.postalAddress ?? business.postalAddress ?? '',
      ...toEmailBrand(business, config.publicUrl),
    },
    ...(isMailLanguage(known?.language) && { language: known.language }),
  })
  await rule.audit('business.testCampaign', known?.id ?? businessId)
  return { email: sent.recipient }
}
