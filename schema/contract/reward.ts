/** A reward: what points buy, on the owner's terms. */
import * as z from 'zod/mini'
import { dayOf, endOfDay } from './day.ts'
import { atMostAll, discountTerms, discountType, wholeDiscount } from './discount.ts'
import { instant, uuid } from './id.ts'
import { boundText, limits } from './limits.ts'

export const reward = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  pointsRequired: z.number(),
  discountType,
  /** '15.00' means 15 % or $15.00, depending on `discountType`. */
  discountValue: z.string(),
  /** A dollar amount is the price of an item given away. Absent in rows from older servers. */
  freeItem: z.optional(z.boolean()),
  isActive: z.boolean(),
  /**
   * An instant on its last day: the reward is offered until that day is over in the business's time
   * zone.
   */
  expiryDate: z.nullable(instant),
  /** The total number available; null for no limit. */
  stock: z.nullable(z.number()),
  /** How often one member may redeem it; null for no limit. */
  limitPerMember: z.nullable(z.number()),
  redeemedCount: z.number(),
  /** Retired for good: it stays in the history and is no longer offered. */
  retiredAt: z.nullable(instant),
  /** Changes with each change of its terms; an editor sends back the revision it was based on. */
  revision: uuid,
})
export type Reward = z.infer<typeof reward>

/** The last day on which it is offered, in the business's time zone; null for no end. */
export function lastDayOffered(
  { expiryDate }: { expiryDate: string | Date | null },
  timeZone: string,
): string | null {
  return expiryDate === null ? null : dayOf(new Date(expiryDate).getTime(), timeZone)
}

export function hasRewardExpired(
  reward: { expiryDate: string | Date | null },
  now: number,
  timeZone: string,
): boolean {
  const day = lastDayOffered(reward, timeZone)
  return day !== null && endOfDay(day, timeZone) < now
}

const wholeNumber = (what: string, max: number) =>
  z
    .number(`${what} must be a whole number`)
    .check(
      z.int(`${what} must be a whole number`),
      z.gte(1, `${what} must be at least 1`),
      z.lte(max, `${what} can be at most ${boundText(max)}`),
    )

/** For a new reward, or a newly set expiry: no one could redeem it. */
export const expiryPassed = 'This day has passed. Choose today or a later day.'

const terms = {
  name: z
    .string('Name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.maxLength(limits.labelLength, `Use ${limits.labelLength} characters or fewer`),
    ),
  description: z
    .string('Description must be text')
    .check(
      z.trim(),
      z.maxLength(limits.descriptionLength, `Use ${limits.descriptionLength} characters or fewer`),
    ),
  pointsRequired: wholeNumber('Points required', limits.pointsMax),
  ...discountTerms,
  freeItem: z.optional(z.boolean()),
  expiryDate: z.nullable(instant),
  stock: z.nullable(wholeNumber('Quantity', limits.pointsMax)),
  limitPerMember: z.nullable(wholeNumber('Limit per member', limits.rewardLimitPerMember)),
}

/** `POST /api/business/{id}/rewards`, and the fields of the reward form. */
export const rewardTerms = z
  .object({
    ...terms,
    description: z._default(terms.description, ''),
    expiryDate: z._default(terms.expiryDate, null),
    stock: z._default(terms.stock, null),
    limitPerMember: z._default(terms.limitPerMember, null),
  })
  .check(atMostAll)
export type RewardTerms = z.infer<typeof rewardTerms>

/** `reward.create` as a device queues it. */
export const newReward = z.extend(rewardTerms, { rewardId: uuid })

/** Contains only the changed fields. */
const rewardChanges = z
  .partial(
    z.object({
      ...terms,
      /** False pauses it. */
      isActive: z.boolean(),
      /** Removes it from the program for good. */
      retired: z.literal(true),
    }),
  )
  .check(atMostAll, wholeDiscount)
export type RewardChanges = z.infer<typeof rewardChanges>

/** `reward.change` as a device queues it: `revision` is the one that the editor saw. */
export const changedReward = z.object({
  rewardId: uuid,
  revision: uuid,
  changes: rewardChanges,
})

type FreeItemTerms = Partial<Pick<RewardTerms, 'discountType' | 'freeItem'>>

/**
 * Whether a reward is a free item after a change: only a dollar amount can be one. A change of the
 * kind that doesn't name the flag, as older apps send it, ends it.
 * @param before absent for a new reward
 */
export function isFreeItemAfter(changes: FreeItemTerms, before: FreeItemTerms = {}): boolean {
  const { discountType = before.discountType, freeItem } = changes
  const isKept = discountType === before.discountType && before.freeItem === true
  return discountType === 'fixed' && (freeItem ?? isKept)
}

/** `PATCH /api/business/{id}/rewards/{rewardId}`. */
export const rewardPatch = z.extend(rewardChanges, { revision: uuid })
