/** Checks what came in against the contract and says, field by field, what is wrong. */
import type * as z from 'zod/mini'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

/** Rules of the contract that have a code of their own, by the field they are found at. */
const codesByMessage: Record<string, RefusalCode> = {
  'Please accept the Terms of Service and Privacy Policy to continue': 'consent_required',
  'Please provide a phone number to receive SMS marketing': 'phone_required',
}

export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const outcome = schema.safeParse(input)
  if (outcome.success) return outcome.data
  const errors = outcome.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }))
  const first = errors[0]
  const code = (first && codesByMessage[first.message]) ?? 'validation_failed'
  const message = first && errors.length === 1 ? first.message : undefined
  return refuse(code, message ? { errors, message } : { errors })
}
