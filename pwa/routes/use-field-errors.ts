/** What is wrong with the fields of a form: by the contract before sending, by the server after. */
import { type RefObject, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { CallRefused } from '#pwa/api/call.ts'

export interface FieldErrors {
  errors: Record<string, string>
  /** @returns what to send, or null when a field is wrong, which then has the focus */
  check: <Schema extends z.ZodMiniType>(schema: Schema, values: unknown) => z.output<Schema> | null
  /** Takes over what the server said about fields. */
  take: (error: unknown) => void
}

export function useFieldErrors(form: RefObject<HTMLFormElement | null>): FieldErrors {
  const [errors, setErrors] = useState<Record<string, string>>({})
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors, form])

  return {
    errors,
    check(schema, values) {
      const checked = schema.safeParse(values)
      // Of several sentences about a field the first is the plainest: 'Email is required'.
      const issues = [...(checked.error?.issues ?? [])].reverse()
      setErrors(Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message])))
      return checked.success ? (checked.data as never) : null
    },
    take(error) {
      if (!(error instanceof CallRefused) || !error.problem.errors) return
      setErrors(
        Object.fromEntries(error.problem.errors.map(({ field, message }) => [field, message])),
      )
    },
  }
}
