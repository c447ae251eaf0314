/** Invented customers with whom a new owner tries the product, loaded and removed in one call each. */
import * as z from 'zod/mini'

/** No mail is ever delivered to it (RFC 6761), and nobody real has an address there. */
export const sampleMailDomain = 'sample.invalid'

export const sampleData = z.object({ customers: z.number() })
export type SampleData = z.infer<typeof sampleData>
