/** Validates input against the contract and reports errors by field. */
import type * as z from 'zod/mini'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const outcome = schema.safeParse(input, { error: fieldSentence })
  if (outcome.success) return outcome.data
  const errors = outcome.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }))
  const message = errors.length === 1 ? errors[0]?.message : undefined
  return refuse(codeOf(outcome.error.issues[0]), message ? { errors, message } : { errors })
}

/** Some contract rules name their own refusal code. */
function codeOf(issue: z.core.$ZodIssue | undefined): RefusalCode {
  const named: unknown = issue?.code === 'custom' ? issue.params?.refusal : undefined
  return typeof named === 'string' && Object.hasOwn(refusals, named)
    ? (named as RefusalCode)
    : 'validation_failed'
}
