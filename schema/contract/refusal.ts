/**
 * Every expected "no", by its stable code: the status that a direct call answers with and the
 * sentence a person reads. A code never changes its meaning; a sentence may be bettered.
 */
import * as z from 'zod/mini'

export const refusals = {
  validation_failed: { status: 400, message: 'Please check the highlighted fields and try again.' },
  body_not_json: { status: 400, message: 'The request could not be read. Please try again.' },
  consent_required: {
    status: 400,
    message: 'Please accept the Terms of Service and Privacy Policy to continue',
  },
  phone_required: {
    status: 400,
    message: 'Please provide a phone number to receive SMS marketing',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'The Idempotency-Key must be 1 to 255 printable characters.',
  },
  not_signed_in: { status: 401, message: 'Please sign in to continue.' },
  account_closed: {
    status: 401,
    message: 'Your access has ended. What this device had saved goes to the business to decide.',
  },
  login_failed: { status: 401, message: 'Invalid email or password' },
  password_wrong: { status: 403, message: 'That is not your current password.' },
  password_needed: { status: 403, message: 'Please enter your password again to change this.' },
  not_allowed: { status: 403, message: 'Your account is not allowed to do this.' },
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  push_only: {
    status: 403,
    message: 'This device may only hand in what it had saved. Please ask the business owner.',
  },
  read_only: {
    status: 403,
    message: 'This business is paused, so nothing can be changed right now.',
  },
  feature_off: { status: 403, message: 'This feature is switched off for this business.' },
  not_found: { status: 404, message: 'We could not find that.' },
  code_invalid: { status: 404, message: 'The QR code you scanned is invalid or has expired.' },
  method_not_allowed: { status: 405, message: 'This address does not take that kind of request.' },
  owner_exists: {
    status: 409,
    message: 'This business already has an owner, so this invite would lead nowhere.',
  },
  already_member: {
    status: 409,
    message: 'This email is already a member. We have sent the link to their page by email.',
  },
  id_taken: { status: 409, message: 'This sign-up was already used. Please reload and try again.' },
  under_way: { status: 409, message: 'This request is still being worked on. Please try again.' },
  must_refetch: { status: 409, message: 'This device has to load the business again.' },
  sequence_gap: { status: 409, message: 'Some saved work is missing before this.' },
  outbox_reset: { status: 409, message: 'This device has to number its saved work again.' },
  program_paused: {
    status: 409,
    message: 'The loyalty program is paused right now. Please ask the staff.',
  },
  points_short: { status: 409, message: 'There are not enough points for this reward.' },
  reward_unavailable: { status: 409, message: 'This reward is no longer offered.' },
  reward_expired: { status: 409, message: 'This reward has expired.' },
  reward_changed: {
    status: 409,
    message: 'This reward now costs more points than were shown. Please look again.',
  },
  reward_changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed this reward after you opened it. Look at it again, then make your change.',
  },
  reward_retired: { status: 409, message: 'This reward is retired and can’t be changed.' },
  reward_sold_out: { status: 409, message: 'This reward is sold out.' },
  reward_limit_reached: {
    status: 409,
    message: 'This member has already redeemed this reward as often as it allows.',
  },
  coupon_unknown: { status: 409, message: 'No coupon has this code. Please check the code.' },
  coupon_used: { status: 409, message: 'This coupon has already been used.' },
  coupon_void: { status: 409, message: 'This coupon was canceled: its redemption was undone.' },
  redemption_unknown: { status: 409, message: 'We could not find this redemption.' },
  coupon_expired: { status: 409, message: 'This coupon has expired.' },
  purchase_unknown: { status: 409, message: 'This purchase is not known.' },
  purchase_reversed: { status: 409, message: 'This purchase has already been reversed.' },
  points_spent: {
    status: 409,
    message: 'The points of this purchase are already spent, so it cannot be reversed.',
  },
  member_unknown: { status: 409, message: 'This member is not known.' },
  member_erased: { status: 409, message: 'This member has left the program.' },
  depends_on_refused: { status: 409, message: 'What this builds on was refused.' },
  already_saved: {
    status: 409,
    message:
      'The first version had already reached the server and counts. Please look at it and correct it there.',
  },
  discarded: { status: 409, message: 'This was discarded on the device.' },
  owner_refused: { status: 409, message: 'The owner decided that this does not count.' },
  scan_unknown_code: { status: 409, message: 'This QR code is not one of this business.' },
  invite_invalid: {
    status: 400,
    message: 'This invite code is invalid, used or expired. Please ask for a new one.',
  },
  code_wrong: { status: 400, message: 'Invalid or expired code' },
  email_taken: { status: 409, message: 'Someone already has this email.' },
  body_too_large: { status: 413, message: 'This is too large to send.' },
  photo_too_large: { status: 413, message: 'Please choose a picture of at most 5 MB.' },
  photo_unreadable: { status: 400, message: 'Please choose a PNG, JPEG or WebP picture.' },
  media_type: { status: 415, message: 'This address does not take that kind of content.' },
  host_unknown: { status: 421, message: 'This server does not answer for that address.' },
  key_reused: {
    status: 422,
    message: 'This key was already used for a different request.',
  },
  operation_unknown: {
    status: 422,
    message: 'This app version is not understood by the server. Please update the app.',
  },
  too_many: { status: 429, message: 'Too many tries. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

export const fieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** RFC 9457 problem details, with our stable code and the sentence a person reads. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(fieldProblem)),
  retryAfterSeconds: z.optional(z.number()),
  expected: z.optional(z.number()),
})
export type Problem = z.infer<typeof problem>
