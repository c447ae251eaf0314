/** Super admins' notes about a business, newest first, with a field to add one. */
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { OfflineNote, useOffline } from '#pwa/routes/frame/needs-server.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Ago } from '#pwa/ui/ago.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { TextArea } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { newTenantNote, type TenantNote } from '#schema/contract/tenant.ts'

interface TenantNotesProps {
  businessId: string
  notes: TenantNote[]
  onAdded: () => void
}

export function TenantNotes({ businessId, notes, onAdded }: TenantNotesProps) {
  const { tenant } = platformTexts
  return (
    <Card title={tenant.notes} description={tenant.notesHint}>
      {/* The key changes when a note is added, which empties the field. */}
      <NoteForm key={notes[0]?.id} businessId={businessId} onAdded={onAdded} />
      {notes.length === 0 ? (
        <p className="mt-5 text-ink-soft text-sm">{tenant.noNotes}</p>
      ) : (
        <ul className="mt-5 flex flex-col gap-4 border-line border-t pt-4 text-sm">
          {notes.map((note) => (
            <li key={note.id}>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {note.text}
              </p>
              <p className="mt-1 flex flex-wrap gap-x-2 text-ink-faint">
                <bdi translate="no">{note.author ?? tenant.formerAdmin}</bdi>
                <Ago at={note.writtenAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NoteForm({ businessId, onAdded }: Omit<TenantNotesProps, 'notes'>) {
  const { tenant } = platformTexts
  const isOffline = useOffline()
  const { form, errors, busy } = useForm({
    schema: newTenantNote,
    async send(body) {
      await withFreshPassword(() => call('admin.addNote', { params: { businessId }, body }))
      showToast({ title: tenant.noteAdded })
      onAdded()
    },
    onFailure: (error) => showFailure(tenant.noteFailed, error),
  })
  return (
    <form {...form} className="flex flex-col gap-3">
      <Field label={tenant.writeNote} error={errors.text}>
        {(control) => <TextArea {...control} name="text" rows={3} />}
      </Field>
      <OfflineNote />
      <Button
        type="submit"
        look="secondary"
        busy={busy}
        disabled={isOffline}
        className="self-start"
      >
        {tenant.addNote}
      </Button>
    </form>
  )
}
