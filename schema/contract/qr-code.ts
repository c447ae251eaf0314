/** A QR code that customers scan to sign up. */
import * as z from 'zod/mini'
import { day, instant, uuid } from './id.ts'
import { limits } from './limits.ts'

const label = (what: string) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.maxLength(limits.labelLength, `Use ${limits.labelLength} characters or fewer`),
    )

export const qrCode = z.object({
  id: uuid,
  name: z.nullable(z.string()),
  locationName: z.nullable(z.string()),
  code: z.string(),
  scanCount: z.number(),
  isActive: z.boolean(),
  /** When it was retired, which is final. Absent in rows stored by an earlier app. */
  retiredAt: z.optional(z.nullable(instant)),
  createdAt: instant,
})
export type QrCode = z.infer<typeof qrCode>

export const newQrCode = z.object({
  name: label('Name').check(z.minLength(1, 'Name is required')),
  locationName: z.optional(z.nullable(label('Location name'))),
})

/**
 * Only the changed fields. An inactive code is paused: its address leads nowhere until it is active
 * again. Retiring is final.
 */
export const qrCodeChanges = z
  .partial(z.extend(newQrCode, { isActive: z.boolean(), retired: z.literal(true) }))
  .check(
    z.refine((changes) => Object.keys(changes).length > 0, {
      error: 'Say what to change',
    }),
  )
export type QrCodeChanges = z.infer<typeof qrCodeChanges>

/** The image is a data URL of a 200x200 PNG; the URL is the content of the printed code. */
export const createdQrCode = z.extend(qrCode, { qrCodeDataUrl: z.string(), qrCodeUrl: z.string() })
export type CreatedQrCode = z.infer<typeof createdQrCode>

const counted = z.object({ scans: z.number(), signUps: z.number() })
/** One entry per day, oldest first; `before` is the matching day of the earlier period. */
export const qrCodeActivity = z.object({
  asOf: instant,
  totals: counted,
  before: counted,
  series: z.array(z.object({ day, now: counted, before: counted })),
})
export type QrCodeActivity = z.infer<typeof qrCodeActivity>
