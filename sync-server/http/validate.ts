/** Checks what came in against the contract and says, field by field, what is wrong. */
import type * as z from 'zod/mini'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

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
  const message = errors.length === 1 ? errors[0]?.message : undefined
  return refuse(codeOf(outcome.error.issues[0]), message ? { errors, message } : { errors })
}

/** Some rules of the contract name a code of their own. */
function codeOf(issue: z.core.$ZodIssue | undefined): RefusalCode {
  const named: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined
  return typeof named === 'string' && Object.hasOwn(refusals, named)
    ? (named as RefusalCode)
    : 'validation_failed'
}
