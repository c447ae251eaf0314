/** Edits the typed fields of a queued operation. The edit is a new operation that replaces it. */

import { type FormEvent, useState } from 'react'
import { deviceOperation } from '#pwa/loyalty/operations.ts'
import { editOperation, type OutboxEntry } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { operationTexts } from '#pwa/texts/operation.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmailInput } from '#pwa/ui/email-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { isOperationName } from '#schema/contract/operation.ts'

export function isEditable(entry: OutboxEntry): boolean {
  return typedIn(entry).fields.length > 0
}

/** The typed fields: the payload's, or those that a correction changes. */
function typedIn({ name, payload }: OutboxEntry) {
  if (!isOperationName(name)) return { fields: [], values: {} }
  const whole = payload as Record<string, unknown>
  const { fields, within } = deviceOperation(name)
  if (within === undefined) return { fields, values: whole }
  // The server puts a number back that the undo of a correction doesn't name.
  const values = (whole.undoOf ? {} : whole[within]) as Record<string, unknown>
  return { fields: fields.filter((field) => field in values), values }
}

export function EditOperationDialog({
  entry,
  onClose,
}: {
  entry: OutboxEntry
  onClose: () => void
}) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  if (!isOperationName(entry.name)) return null
  const { name } = entry
  const { fields, values } = typedIn(entry)
  const { within } = deviceOperation(name)
  const payload = entry.payload as Record<string, unknown>

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    try {
      const edited = within ? { [within]: { ...values, ...typed } } : typed
      await editOperation(entry.operationId, name, { ...payload, ...edited } as never)
      onClose()
    } catch (error) {
      if (error instanceof InvalidPayload) {
        const entries = error.errors.map(({ field, message }) => [field.split('.').at(-1), message])
        setErrors(Object.fromEntries(entries))
      } else showFailure(outboxTexts.changesNotSaved, error)
    }
  }

  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={outboxTexts.editOf(entry.label)}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {fields.map((field) => (
          <Field key={field} label={operationTexts.fields[field]} error={errors[field]}>
            {(control) => {
              const Control = field === 'email' ? EmailInput : Input
              return (
                <Control {...control} name={field} defaultValue={String(values[field] ?? '')} />
              )
            }}
          </Field>
        ))}
        <Button type="submit" size="lg">
          {outboxTexts.save}
        </Button>
      </form>
    </Dialog>
  )
}
