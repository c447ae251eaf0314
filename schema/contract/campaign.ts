/**
 * A campaign: coupons for the members of its audience, each mailed once per occasion. Birthday,
 * win-back and points campaigns run until paused; a segment is reached once.
 */
import * as z from 'zod/mini'
import { type Business, isReadOnly } from './business.ts'
import { atMostAll, discountTerms, wholeDiscount } from './discount.ts'
import { instant, timeZone, uuid } from './id.ts'
import { boundText, limits } from './limits.ts'
import { givenPostalAddress } from './program.ts'
import { plainText } from './typed-text.ts'

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number up to ${boundText(most)}`
  return z
    .number(sentence)
    .check(z.int(sentence), z.gte(least, `Enter ${least} or more`), z.lte(most, sentence))
}
const days = whole(1, limits.campaignDaysMax)
const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(schema), null)

const segment = z
  .object({
    kind: z.literal('segment'),
    pointsMin: optional(whole(0, limits.pointsMax)),
    pointsMax: optional(whole(0, limits.pointsMax)),
    visitedWithinDays: optional(days),
    notVisitedForDays: optional(days),
    joinedWithinDays: optional(days),
    spentMin: optional(
      z
        .string('Enter an amount like 50.00')
        .check(
          z.overwrite(plainText),
          z.trim(),
          z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount like 50.00'),
        ),
    ),
  })
  .check(
    z.refine(
      ({ pointsMin: least, pointsMax: most }) => least === null || most === null || least <= most,
      {
        path: ['pointsMax'],
        error: 'The most points can’t be fewer than the least',
      },
    ),
  )

export const audience = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('birthday'),
    daysBefore: whole(0, limits.birthdayDaysBefore),
    /** The time zone in which the day begins. */
    timeZone,
  }),
  /** No visit for this many days; a new absence counts as a new occasion. */
  z.object({ kind: z.literal('win_back'), days }),
  /** At least this many points, once per member. */
  z.object({ kind: z.literal('points'), points: whole(1, limits.pointsMax) }),
  segment,
])
export type Audience = z.infer<typeof audience>
export type AudienceKind = Audience['kind']

const text = (most: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, `Use ${boundText(most)} characters or fewer`),
    )

const terms = {
  /** Also shown on the coupon. */
  name: text(limits.labelLength, 'Name is required'),
  audience,
  subject: text(limits.labelLength, 'Subject is required'),
  message: text(limits.campaignMessageLength, 'Message is required'),
  ...discountTerms,
  couponDays: whole(1, limits.campaignCouponDaysMax),
}

export const campaignTerms = z.object({ ...terms, isActive: z.boolean() }).check(atMostAll)
export type CampaignTerms = z.infer<typeof campaignTerms>

/** `campaign.create` as a device queues it. */
export const newCampaign = z.extend(campaignTerms, { campaignId: uuid })

/** Contains only the changed fields. */
const campaignChanges = z
  .partial(
    z.object({
      ...terms,
      /** False pauses it: no one else is reached until it is resumed. */
      isActive: z.boolean(),
      /** Takes it off the list for good; its coupons stay valid. */
      retired: z.literal(true),
    }),
  )
  .check(atMostAll, wholeDiscount)
export type CampaignChanges = z.infer<typeof campaignChanges>

/** `campaign.change`: `revision` is the one that the editor saw. */
export const changedCampaign = z.object({
  campaignId: uuid,
  revision: uuid,
  changes: campaignChanges,
})

export const campaign = z.object({
  ...terms,
  id: uuid,
  isActive: z.boolean(),
  /** When everyone in a segment was reached. */
  finishedAt: z.nullable(instant),
  revision: uuid,
  createdAt: instant,
})
export type Campaign = z.infer<typeof campaign>

type Sender = Parameters<typeof isReadOnly>[0] & Pick<Business, 'features' | 'postalAddress'>

/**
 * Whether a business's campaigns may run now: their mails must state the sender's postal address.
 */
export function mayCampaign(sender: Sender, now: Date): boolean {
  return Boolean(sender.postalAddress) && mayMailCards(sender, now)
}

/** Whether the cards of imported members may be mailed now: they offer nothing. */
export function mayMailCards(sender: Omit<Sender, 'postalAddress'>, now: Date): boolean {
  return sender.features.loyalty && !isReadOnly(sender, now)
}

/** `GET /api/business/{id}/campaigns`: each with its results. */
const listedCampaign = z.extend(campaign, {
  /** The size of a segment at its first run; null until then, and for recurring campaigns. */
  audienceCount: z.nullable(z.number()),
  /** Coupons issued. */
  given: z.number(),
  /** Mails handed to the mail server. */
  sent: z.number(),
  /** Recipients who opened their page from the mail. */
  opened: z.number(),
  redeemed: z.number(),
  /** The recipients' purchases around the use of the coupon, minus reversals. */
  revenue: z.string(),
})
export type ListedCampaign = z.infer<typeof listedCampaign>

export const campaignList = z.object({ campaigns: z.array(listedCampaign) })

/** `POST /api/business/{id}/campaigns/preview`. */
export const previewedAudience = z.object({
  audience,
  /** Leaves out whom this campaign has reached. */
  campaignId: z.optional(uuid),
})
export type PreviewedAudience = z.infer<typeof previewedAudience>
export const campaignPreview = z.object({
  /** The number of members it would reach now. */
  count: z.number(),
  names: z.array(z.string()),
  /** Members who match but have no email. */
  withoutEmail: z.optional(z.number()),
  /** Members who match but did not agree to marketing emails. */
  withoutConsent: z.number(),
  /** Members who agreed, but whose mailbox does not exist according to its mail server. */
  withoutMailbox: z.optional(z.number()),
  /**
   * Members who agreed at the counter and have not opened a mailed link yet, so the address may not
   * be theirs.
   */
  unproved: z.optional(z.number()),
})
export type CampaignPreview = z.infer<typeof campaignPreview>

/** `POST /api/business/{id}/campaigns/test`: what the mail shows, saved or not. */
export const testedCampaign = z
  .object({
    subject: terms.subject,
    message: terms.message,
    ...discountTerms,
    couponDays: terms.couponDays,
    /** The saved campaign, whose language its mail has. */
    campaignId: z.optional(uuid),
    /** Typed before the first campaign; left out once the business has one. */
    postalAddress: z.optional(givenPostalAddress),
  })
  .check(atMostAll)
export type TestedCampaign = z.infer<typeof testedCampaign>
/** The address it was mailed to. */
export const campaignTest = z.object({ email: z.string() })
