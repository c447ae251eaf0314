/** Corrections of a member's name, phone number and email: `customer.change` and its undo. */
import * as z from 'zod/mini'
import { maskEmail, maskPhone } from './customer.ts'
import { uuid } from './id.ts'
import { limits } from './limits.ts'
import { email, firstName, lastName, phone } from './person.ts'

/** The fields that everyone at the counter may correct, by the rules of the sign-up. */
export const customerDetails = z.object({ firstName, lastName, phone })
export type CustomerDetails = z.infer<typeof customerDetails>
/** With the email, which owners and the member may correct. */
export const customerContact = z.extend(customerDetails, { email })
export type CustomerContact = z.infer<typeof customerContact>
export const correctable = [
  'firstName',
  'lastName',
  'phone',
  'email',
] as const satisfies readonly (keyof CustomerContact)[]

/** Compared, never stored; not tidied, because earlier releases stored other spellings. */
const seenName = z.string().check(z.maxLength(limits.personNameLength))
const seenDetails = z.object({
  firstName: seenName,
  lastName: seenName,
  /** Masked if the editor sees it masked. */
  phone: z.string().check(z.maxLength(limits.phoneLength)),
})
const seenContact = z.extend(seenDetails, {
  email: z.string().check(z.maxLength(limits.emailLength)),
})

/**
 * `customer.change`: corrects a member. Only changed fields are named; an empty phone removes the
 * number. `seen` has what the editor's screen showed for each of them.
 */
const correction = { changes: z.partial(customerContact), seen: z.partial(seenContact) }

export type Correction = z.infer<z.ZodMiniObject<typeof correction>>

/**
 * Restores the number that a change replaced. Staff send it because they see numbers masked. `phone`
 * is the mask, which devices show until the pull.
 */
const undoOf = z.optional(
  z.object({ changeId: uuid, phone: z.string().check(z.maxLength(limits.phoneLength)) }),
)
type Undoing = Correction & { undoOf?: z.infer<typeof undoOf> }

const namesAChange = z.refine<Undoing>(
  ({ changes, undoOf }) =>
    undoOf !== undefined || correctable.some((field) => changes[field] !== undefined),
  { path: ['changes'], error: 'Change at least one field' },
)
const saysWhatWasSeen = z.refine<Undoing>(
  ({ changes, seen, undoOf }) =>
    correctable.every((field) => changes[field] === undefined || seen[field] !== undefined) &&
    (undoOf === undefined || seen.phone !== undefined),
  { path: ['seen'], error: 'Name the value before the change' },
)

/** Version 1: without the email. */
export const changedDetails = z
  .object({
    memberId: uuid,
    changes: z.partial(customerDetails),
    seen: z.partial(seenDetails),
  })
  .check(namesAChange, saysWhatWasSeen)

export const changedCustomer = z
  .object({ memberId: uuid, ...correction, undoOf })
  .check(namesAChange, saysWhatWasSeen)
export type ChangedCustomer = z.infer<typeof changedCustomer>

/** The same by the member, on the card that their key opens. */
export const ownChange = z.object(correction).check(namesAChange, saysWhatWasSeen)

/**
 * Whether each changed field still has the value that the editor saw, or already the new one.
 * @param seesContact false compares addresses and phone numbers by their masks: staff and members
 * see no more, and an answer must not tell them whether a guess is right. An owner may have seen
 * the mask of a number.
 */
export function isAsSeen(
  { changes, seen }: Correction,
  now: CustomerContact,
  seesContact: boolean,
): boolean {
  const maskNumber = (number: string) => maskPhone(number) ?? ''
  const isSame = (field: keyof CustomerContact, known: string) => {
    if (known === now[field]) return true
    if (field === 'email') return !seesContact && maskEmail(known) === maskEmail(now.email)
    if (field !== 'phone') return false
    if (seesContact) return known === maskNumber(now.phone)
    return maskNumber(known) === maskNumber(now.phone)
  }
  return correctable.every((field) => {
    const typed = changes[field]
    return typed === undefined || isSame(field, typed) || isSame(field, seen[field] ?? '')
  })
}

/** @returns the fields that differ from what the editor saw; null if none does */
export function correctionOf(
  typed: Partial<CustomerContact>,
  shown: Partial<CustomerContact>,
): Correction | null {
  const differing = correctable.filter(
    (field) => typed[field] !== undefined && typed[field] !== shown[field],
  )
  if (differing.length === 0) return null
  const only = (of: Partial<CustomerContact>) =>
    Object.fromEntries(differing.map((field) => [field, of[field]]))
  return { changes: only(typed), seen: only(shown) }
}

/**
 * The correction that takes another one back.
 * @param changeId the operation of the correction
 */
export function undoCorrection(
  changeId: string,
  { changes, seen }: Correction,
): Omit<ChangedCustomer, 'memberId'> {
  const { email: newEmail, phone: newPhone, ...newNames } = changes
  const { email, phone, ...names } = seen
  const isMasked = phone !== undefined && phone !== '' && maskPhone(phone) === phone
  return {
    changes: {
      ...names,
      ...(phone !== undefined && !isMasked && { phone }),
      // The stored address again: withdraws the link.
      ...(newEmail !== undefined && { email }),
    },
    seen: {
      ...newNames,
      ...(newPhone !== undefined && { phone: newPhone }),
      ...(newEmail !== undefined && { email }),
    },
    ...(isMasked && { undoOf: { changeId, phone } }),
  }
}
