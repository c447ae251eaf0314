/** A member's own data and choices, on the page that their key opens. */
import * as z from 'zod/mini'
import { birthday, customerKey, instant, uuid } from './id.ts'
import { limits } from './limits.ts'

export const consentChanges = z.partial(
  z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
)
export type ConsentChanges = z.infer<typeof consentChanges>

export const ownData = z.object({
  consents: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
  /**
   * The number is masked, empty for none, and so are the addresses. `emailToConfirm` waits for its
   * link. Absent from older servers.
   */
  details: z.optional(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      email: z.optional(z.string()),
      emailToConfirm: z.optional(z.string()),
    }),
  ),
  /** Month and day. */
  birthday: z.nullable(birthday),
  /** Agreeing to text messages needs a phone number. */
  hasPhone: z.boolean(),
  /** Newest first. */
  history: z.array(
    z.object({
      channel: z.enum(['email', 'sms', 'push', 'terms', 'privacy']),
      granted: z.boolean(),
      textVersion: z.string(),
      screen: z.string(),
      recordedAt: instant,
    }),
  ),
  /** The devices where the page is open, this one first; the id opens nothing. */
  places: z.array(
    z.object({
      placeId: uuid,
      device: z.nullable(z.string()),
      createdAt: instant,
      isThis: z.boolean(),
      /**
       * The mailed link can end access on any device; a device that did not come from a mail cannot
       * end one that did.
       */
      mayEnd: z.optional(z.boolean()),
    }),
  ),
})
export type OwnData = z.infer<typeof ownData>

export const birthdayChange = z.object({ birthday: z.nullable(birthday) })
/** An owner's correction, with the birthday that the owner saw. */
export const birthdayCorrection = z.object({
  birthday: z.nullable(birthday),
  seen: z.nullable(birthday),
})

/**
 * The phone makes the new key and stores it before the request, so that a lost answer locks no one
 * out.
 */
export const newAddress = z.object({ id: customerKey })

const dataRequestKind = z.enum(['export', 'erasure'])
export type DataRequestKind = z.infer<typeof dataRequestKind>
export const dataRequest = z.object({ kind: dataRequestKind })

/** An owner acts for a member who asked in person; the member reads the reason in their download. */
export const onBehalf = z.object({
  reason: z
    .string('Give a reason')
    .check(z.trim(), z.minLength(1, 'Give a reason'), z.maxLength(limits.noteLength)),
})
