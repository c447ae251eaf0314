/**
 * Sample customers for a new owner to try the product with, loaded and removed with one call each.
 */
import * as z from 'zod/mini'

/** A reserved domain (RFC 6761): no mail is delivered to it, and no real address can be in it. */
export const sampleMailDomain = 'sample.invalid'

export const sampleData = z.object({ customers: z.number() })
export type SampleData = z.infer<typeof sampleData>
