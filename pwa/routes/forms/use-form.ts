/**
 * The pattern for all native forms: uncontrolled fields, validated by the contract's schema on
 * submit. Errors, the server's included, appear beside their fields, and the first invalid field
 * gets the focus.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallRefused, sentenceOf } from '#pwa/api/request.ts'
import { holdUpdate } from '#pwa/shell/update.ts'

export type FieldErrors = Record<string, string>

interface FormOptions<Schema extends z.ZodMiniType> {
  schema: Schema
  /** Reads the form's values, if they are more than the fields' texts. */
  read?: (typed: FormData) => unknown
  /** Resolves with false if the person decided against it. */
  send: (values: z.infer<Schema>) => Promise<unknown>
  /** Must report the failure to the person. */
  onFailure: (error: unknown) => void
  /** Errors to show beside fields, in addition to the server's own. */
  fieldsOf?: (error: unknown) => FieldErrors
  /** Called with validation errors that the specification also shows as a toast. */
  onInvalid?: (errors: FieldErrors, typed: Record<string, string>) => void
}

export function useForm<Schema extends z.ZodMiniType>(options: FormOptions<Schema>) {
  const { schema, read, send, onFailure, fieldsOf, onInvalid } = options
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  /** The form holds unsaved input. */
  const [isBegun, setBegun] = useState(false)
  const focusWanted = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!focusWanted.current || Object.keys(errors).length === 0) return
    focusWanted.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  useEffect(() => (isBegun ? holdUpdate() : undefined), [isBegun])

  function show(found: FieldErrors) {
    focusWanted.current = true
    setErrors(found)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const typed = textsOf(fields)
    const checked = schema.safeParse(read ? read(fields) : typed)
    if (!checked.success) {
      const found = firstOfEach(
        checked.error.issues.map(({ path, message }) => [String(path[0]), message]),
      )
      show(found)
      onInvalid?.(found, typed)
      return
    }
    setErrors({})
    setBusy(true)
    try {
      if ((await send(checked.data)) !== false) setBegun(false)
    } catch (error) {
      onFailure(error)
      show({ ...fieldsOf?.(error), ...errorsOf(error) })
    } finally {
      setBusy(false)
    }
  }

  /** Hides a field's error while the person corrects it. */
  function mend(event: FormEvent<HTMLFormElement>) {
    setBegun(true)
    const name = event.target instanceof HTMLInputElement ? event.target.name : ''
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
  }

  return { form: { ref: form, noValidate: true, onSubmit: submit, onInput: mend }, errors, busy }
}

function textsOf(typed: FormData): Record<string, string> {
  return Object.fromEntries([...typed].map(([name, value]) => [name, String(value)]))
}

function firstOfEach(found: [string, string][]): FieldErrors {
  return Object.fromEntries(found.reverse())
}

function errorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallRefused)) return {}
  return firstOfEach(
    (error.problem.errors ?? []).map(({ field, message }) => [field, message] as [string, string]),
  )
}

/** For `fieldsOf`: shows a refused code beside the field that it was typed in. */
export function codeErrors(field: string): (error: unknown) => FieldErrors {
  return (error) =>
    error instanceof CallRefused && wrongCodes.includes(error.code)
      ? { [field]: sentenceOf(error, '') }
      : {}
}

const wrongCodes: readonly string[] = ['code_wrong', 'app_code_wrong', 'second_step_wrong']
