/** Sample values in the landing page's drawings, as the product shows them. */
export const sampleCoupon = 'K7QM-4XRB-W2TH'
/** Points that a free flat white costs in every drawing. */
export const flatWhitePoints = 250
