/** The settings of a business's program, as its owner changes them. */
import * as z from 'zod/mini'
import { rounding, tender, tenders } from './earning.ts'
import { timeZone, uuid } from './id.ts'
import { boundText, limits } from './limits.ts'
import { plainText } from './typed-text.ts'

const whole = (what: string, max: number) =>
  z
    .number(`${what} must be a whole number`)
    .check(
      z.int(`${what} must be a whole number`),
      z.gte(0, `${what} can’t be negative`),
      z.lte(max, `${what} can be at most ${boundText(max)}`),
    )

const wholeAddress = 'Enter the whole address: street or P.O. box, city, state, and ZIP code'

/**
 * The postal address printed in campaign mails. Without one (empty), no campaign mails are sent.
 */
export const postalAddress = z.string(wholeAddress).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ').trim()),
  z.refine((text) => text === '' || text.length >= limits.postalAddressLengthMin, wholeAddress),
  z.maxLength(limits.postalAddressLength, `Use ${limits.postalAddressLength} characters or fewer`),
)

/** Required when campaigns are set up. */
export const givenPostalAddress = postalAddress.check(z.minLength(1, wholeAddress))

/** Version 1. */
const earlierChanges = z.partial(
  z.object({
    pointsPerDollar: z.number('Enter a number like 1 or 0.5').check(
      z.gte(0, 'Points per dollar can’t be negative'),
      z.lte(
        limits.pointsPerDollarMax,
        `Points per dollar can be at most ${limits.pointsPerDollarMax}`,
      ),
      z.refine(
        (rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-9,
        'Use at most two decimals',
      ),
    ),
    minimumPurchase: z
      .string('Enter an amount like 5.00')
      .check(
        z.overwrite(plainText),
        z.trim(),
        z.regex(/^\d{1,6}(\.\d{1,2})?$/, 'Enter an amount like 5.00'),
      ),
    rounding,
    excludedTenders: z.array(tender).check(
      z.maxLength(tenders.length),
      z.refine((each) => new Set(each).size === each.length, 'Name each way to pay once'),
    ),
    welcomePoints: whole('Welcome points', limits.welcomePointsMax),
    welcomeDiscountPercent: whole('Welcome discount', 100),
    postalAddress,
    timeZone: timeZone.check(z.regex(/^[A-Za-z]/, 'Choose a time zone')),
    country: z.string('Choose a country').check(z.regex(/^[A-Z]{2}$/, 'Choose a country')),
  }),
)

/** Version 2. */
const changesBeforeAsking = z.extend(earlierChanges, {
  /** Staff may sign customers up with a phone number alone. */
  signUpWithoutEmail: z.optional(z.boolean()),
})

const boundToAsk = 'Enter an amount like 250.00'

/** An owner's settings; only the changed ones are sent. */
export const programChanges = z.extend(changesBeforeAsking, {
  /**
   * The counter asks once before it records a purchase above this amount; empty for no such bound.
   */
  askAbove: z.optional(
    z.string(boundToAsk).check(
      z.overwrite(plainText),
      z.trim(),
      z.regex(/^(\d{1,6}(\.\d{1,2})?)?$/, boundToAsk),
      z.refine((text) => text === '' || Number(text) > 0, boundToAsk),
    ),
  ),
})
export type ProgramChanges = z.infer<typeof programChanges>

const changed = { revision: uuid, ifUnset: z.optional(z.boolean()) }

/** Version 1: without the sign-up by phone. */
export const earlierChangedProgram = z.object({ ...changed, changes: earlierChanges })

/** Version 2: without the bound above which the counter asks. */
export const changedProgramBeforeAsking = z.object({ ...changed, changes: changesBeforeAsking })

/**
 * `program.change`: `revision` is the one that the editor saw. With `ifUnset` a device proposes its
 * time zone; the server applies it only if the business has none, and ignores the revision.
 */
export const changedProgram = z.object({ ...changed, changes: programChanges })
