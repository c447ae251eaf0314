/** Puts right what was queued: the fields a person typed. An edit is a new operation. */
import { type FormEvent, useState } from 'react'
import { editOperation, type OutboxEntry } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/business/customer-purchases.tsx'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { isOperationName, type OperationName } from '#schema/contract/operation.ts'

interface EditedField {
  name: string
  label: string
}

/** What a person typed into each operation; the ids stay. */
const fieldsByOperation: Partial<Record<OperationName, EditedField[]>> = {
  'customer.signUp': [
    { name: 'firstName', label: 'First name' },
    { name: 'lastName', label: 'Last name' },
    { name: 'email', label: 'Email' },
    { name: 'phone', label: 'Phone' },
  ],
  'purchase.record': [
    { name: 'amount', label: 'Amount' },
    { name: 'note', label: 'Note' },
  ],
  'coupon.use': [{ name: 'code', label: 'Coupon code' }],
}

export function isEditable(entry: OutboxEntry): boolean {
  return isOperationName(entry.name) && fieldsByOperation[entry.name] !== undefined
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
  const fields = fieldsByOperation[name] ?? []
  const payload = entry.payload as Record<string, unknown>

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    try {
      await editOperation(entry.operationId, name, { ...payload, ...typed } as never)
      onClose()
    } catch (error) {
      if (error instanceof InvalidPayload) {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      } else showFailure('Not changed', error)
    }
  }

  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={`Edit: ${entry.label}`}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {fields.map((field) => (
          <Field key={field.name} label={field.label} error={errors[field.name]}>
            {(control) => (
              <Input
                {...control}
                name={field.name}
                defaultValue={String(payload[field.name] ?? '')}
              />
            )}
          </Field>
        ))}
        <Button type="submit" size="lg">
          Save
        </Button>
      </form>
    </Dialog>
  )
}
