/**
 * Every expected refusal by its stable code: the status of a direct call's answer and the message
 * for people. A code never changes its meaning; a message may be improved.
 */
import * as z from 'zod/mini'

export const refusals = {
  validation_failed: { status: 400, message: 'Please check the highlighted fields and try again.' },
  body_not_json: { status: 400, message: 'Something went wrong. Try again.' },
  consent_required: {
    status: 400,
    message: 'Please accept the Terms of Service and Privacy Policy to continue',
  },
  phone_required: {
    status: 400,
    message: 'Please provide a phone number to receive SMS marketing',
  },
  email_required: {
    status: 400,
    message: 'This program doesn’t sign anyone up without an email. Add one and send it again.',
  },
  no_email: {
    status: 409,
    message: 'This member has no email, so nothing can be mailed. Add one first.',
  },
  last_contact: {
    status: 409,
    message: 'This member has no email. Add one before you remove the phone number.',
  },
  card_by_email: {
    status: 409,
    message: 'This member has an email. The link to their card is sent there.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'The Idempotency-Key must be 1 to 255 printable characters.',
  },
  not_signed_in: { status: 401, message: 'Please sign in to continue.' },
  device_revoked: {
    status: 401,
    message: 'This device was signed out. Sign in again to continue.',
  },
  login_failed: { status: 401, message: 'Invalid email or password' },
  sign_in_expired: {
    status: 401,
    message: 'Your sign-in took too long. Enter your password again.',
  },
  second_step_wrong: { status: 401, message: 'That didn’t work. Check it and try again.' },
  second_factor_needed: {
    status: 403,
    message: 'Set up two-step verification in your profile to continue.',
  },
  last_second_factor: {
    status: 409,
    message: 'Super admins need two-step verification. Add another way before you remove this one.',
  },
  setup_expired: { status: 409, message: 'That took too long. Start the setup again.' },
  app_code_wrong: {
    status: 403,
    message: 'That code isn’t right. Check that your phone’s clock is set automatically.',
  },
  passkey_unreadable: { status: 403, message: 'We couldn’t confirm that passkey. Try again.' },
  too_many_passkeys: {
    status: 409,
    message: 'You have as many passkeys as one account can have. Remove one you no longer use.',
  },
  password_wrong: { status: 403, message: 'That password isn’t right.' },
  password_needed: { status: 403, message: 'Enter your password to make this change.' },
  not_allowed: { status: 403, message: 'You don’t have permission to do this.' },
  cross_site: { status: 403, message: 'This request came from another website, so we blocked it.' },
  till_locked: { status: 403, message: 'This till is locked. Unlock it with your PIN.' },
  till_clock: { status: 403, message: 'This till’s clock is wrong. Try again.' },
  read_only: {
    status: 403,
    message: 'This business is suspended, so you can’t make changes right now.',
  },
  trial_ended: {
    status: 403,
    message:
      'This business’s trial has ended, so you can’t make changes right now. Choose a plan to keep going.',
  },
  feature_off: { status: 403, message: 'This feature is turned off for this business.' },
  not_found: { status: 404, message: 'We couldn’t find that. It may have been removed.' },
  code_invalid: { status: 404, message: 'The QR code you scanned is invalid or has expired.' },
  too_many_tills: {
    status: 409,
    message: 'You have as many tills as a business can have. Remove one you no longer use.',
  },
  till_key_kept: {
    status: 409,
    message: 'This till can’t read its PINs any more. Ask an owner to set it up again.',
  },
  owner_exists: {
    status: 409,
    message: 'This business already has an owner.',
  },
  note_changed_meanwhile: {
    status: 409,
    message: 'Someone else changed this note meanwhile. Look at theirs, and write yours again.',
  },
  customer_changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed these details after you opened them. Look at them again, then make your change.',
  },
  qr_code_retired: {
    status: 409,
    message: 'This QR code is retired for good. Create a new one instead.',
  },
  customers_exist: {
    status: 409,
    message: 'Sample customers are for trying things out. You already have customers of your own.',
  },
  import_under_way: {
    status: 409,
    message: 'Another import comes first. Finish, discard or undo it.',
  },
  import_part_differs: {
    status: 409,
    message: 'The file changed since this import began. Discard the import and start again.',
  },
  import_moved_on: {
    status: 409,
    message: 'This import has moved on meanwhile. Look at it again.',
  },
  comparison_over: {
    status: 409,
    message: 'A file can be compared for 14 days after an import. Bring it over instead.',
  },
  import_undo_over: {
    status: 409,
    message: 'An import can be undone for 30 days.',
  },
  sample_in_use: {
    status: 409,
    message:
      'Someone real now uses the card of a sample customer, so nothing was removed. Contact support.',
  },
  address_of_other: {
    status: 409,
    message: 'This email belongs to another member. Check the spelling, or open the other member.',
  },
  already_joined: {
    status: 409,
    message: 'One of these members is already joined with another. Open the member to see whom.',
  },
  too_many_joined: {
    status: 409,
    message: 'This member has as many joined members as one can have.',
  },
  not_joinable: { status: 409, message: 'These two members can’t be joined.' },
  not_joined: { status: 409, message: 'These two members aren’t joined any more.' },
  change_undo_over: {
    status: 409,
    message: 'This change can’t be undone any more.',
  },
  join_undo_over: {
    status: 409,
    message: 'These members can’t be separated any more. That is possible for 30 days.',
  },
  spent_more: {
    status: 409,
    message: 'More was spent meanwhile. Look at the member again, then separate.',
  },
  email_links_spent: {
    status: 429,
    message: 'We’ve mailed as many links as a day allows. Try again tomorrow.',
  },
  email_changed_lately: {
    status: 409,
    message: 'The former address can still undo a change of the email. Ask again 7 days after it.',
  },
  already_member: {
    status: 409,
    message: 'That email is already a member. We just emailed a link to the card.',
  },
  id_taken: { status: 409, message: 'This sign-up was already submitted. Reload and try again.' },
  under_way: { status: 409, message: 'We’re still working on that. Try again in a moment.' },
  program_paused: {
    status: 409,
    message: 'The loyalty program is paused right now. Ask a staff member for help.',
  },
  push_service_unknown: {
    status: 400,
    message: 'We can’t send notifications to this browser. Try another one.',
  },
  notification_devices_full: {
    status: 409,
    message: 'You already get notifications on too many devices. Turn one off first.',
  },
  must_refetch: { status: 409, message: 'This device needs to sync again.' },
  points_short: { status: 409, message: 'Not enough points for this reward.' },
  points_over: {
    status: 409,
    message: 'That’s more points than one customer can have or owe. Check the amount.',
  },
  reward_unavailable: { status: 409, message: 'This reward is no longer offered.' },
  reward_expired: { status: 409, message: 'This reward has expired.' },
  reward_changed: {
    status: 409,
    message: 'This reward’s price went up. Check the new price and try again.',
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
  coupon_unknown: { status: 409, message: 'We don’t recognize that code. Check it and try again.' },
  coupon_member_needed: {
    status: 409,
    message: 'Open the card of the customer whose coupon this is, or enter its code.',
  },
  coupon_other_business: {
    status: 409,
    message: 'This coupon is from a different business, so it can’t be used here.',
  },
  coupon_used: { status: 409, message: 'This coupon was already used.' },
  coupon_use_undone: {
    status: 409,
    message: 'This use was undone already, or the coupon was used again since.',
  },
  coupon_void: { status: 409, message: 'This coupon was canceled: its redemption was undone.' },
  redemption_unknown: { status: 409, message: 'We couldn’t find that redemption.' },
  coupon_expired: { status: 409, message: 'This coupon has expired.' },
  correction_undone: {
    status: 409,
    message: 'This correction was undone already, or belongs to another member now.',
  },
  purchase_unknown: { status: 409, message: 'We couldn’t find that purchase.' },
  purchase_reversed: { status: 409, message: 'This purchase was already undone.' },
  points_spent: {
    status: 409,
    message: 'The customer already spent these points, so this purchase can’t be undone.',
  },
  reversal_too_large: {
    status: 409,
    message: 'That’s more than what’s left of the purchase.',
  },
  campaign_changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed this campaign after you opened it. Look at it again, then make your change.',
  },
  campaign_finished: {
    status: 409,
    message: 'This campaign has reached everyone already. Create a new one instead.',
  },
  campaign_unavailable: { status: 409, message: 'This campaign was removed.' },
  program_changed_meanwhile: {
    status: 409,
    message:
      'Someone else changed the program after you opened it. Look at it again, then make your change.',
  },
  welcome_decided: {
    status: 409,
    message: 'Someone already decided about this welcome.',
  },
  member_unknown: { status: 409, message: 'We couldn’t find that customer.' },
  member_erased: { status: 409, message: 'This customer has left the program.' },
  depends_on_refused: { status: 409, message: 'This depends on a change that didn’t go through.' },
  already_saved: {
    status: 409,
    message: 'The original already synced. Open it and fix it there.',
  },
  discarded: { status: 409, message: 'Discarded on the device.' },
  owner_refused: { status: 409, message: 'The owner declined this.' },
  invite_invalid: {
    status: 400,
    message: 'This invite code is invalid, already used, or expired. Ask for a new one.',
  },
  link_expired: {
    status: 400,
    message: 'This link has expired. Ask for a new one from your card.',
  },
  code_wrong: { status: 400, message: 'Invalid or expired code' },
  reset_by_link: {
    status: 400,
    message:
      'Too many wrong codes were entered. Open the link in the email instead. It works on any device.',
  },
  email_taken: { status: 409, message: 'This email is already in use.' },
  body_too_large: { status: 413, message: 'That’s too large to send.' },
  photo_too_large: { status: 413, message: 'Choose a photo under 5 MB.' },
  photo_unreadable: {
    status: 400,
    message:
      'We can’t read this file. Save the photo again as PNG or JPEG, and upload the new file.',
  },
  photo_too_many_pixels: {
    status: 400,
    message: 'Choose a photo of at most 50 megapixels and 10,000 pixels a side.',
  },
  media_type: { status: 415, message: 'That content type isn’t supported.' },
  host_unknown: { status: 421, message: 'This server doesn’t serve that address.' },
  key_reused: {
    status: 422,
    message: 'This request key was already used for something else.',
  },
  operation_unknown: {
    status: 422,
    message: 'This version of the app is out of date. Update to continue.',
  },
  parked_full: {
    status: 429,
    message: 'Too many changes already wait for review. The rest stays on this device until then.',
  },
  too_many: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our end. Try again.' },
  unavailable: { status: 503, message: 'We’re a little busy right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

const fieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** RFC 9457 problem details, with our stable code and the message for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(fieldProblem)),
  retryAfterSeconds: z.optional(z.number()),
})
export type Problem = z.infer<typeof problem>
