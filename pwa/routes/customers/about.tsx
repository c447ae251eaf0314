/** The team's note about a customer, and the customer's marketing consents. */
import { type FormEvent, useState } from 'react'
import { noteCustomer, type ShownCustomer } from '#pwa/loyalty/customer.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { TextArea } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { limits } from '#schema/contract/limits.ts'
import { CustomerBirthday } from './birthday.tsx'
import { JoinedMembers } from './joined.tsx'
import { CustomerPrivacy } from './privacy.tsx'

const channels = ['email', 'sms', 'push'] as const

export function CustomerAbout({ customer }: { customer: ShownCustomer }) {
  const { consents } = customer
  return (
    <div className="flex flex-col gap-6">
      {customer.email !== '' && isUnreached(customer) && (
        <Banner inset tone="warning">
          {texts.mailFails}
        </Banner>
      )}
      <NoteForm customer={customer} />
      {consents && (
        <section aria-label={texts.consents}>
          <h2 className="mb-2 font-semibold text-sm">{texts.consents}</h2>
          <DetailList
            details={channels.map((channel) => ({
              name: texts.channels[channel],
              value: consents.includes(channel) ? texts.agreed : texts.notAgreed,
            }))}
          />
        </section>
      )}
      <CustomerBirthday memberId={customer.id} />
      <JoinedMembers customer={customer} />
      <CustomerPrivacy customer={customer} />
    </div>
  )
}

function NoteForm({ customer }: { customer: ShownCustomer }) {
  const shown = customer.note ?? ''
  /**
   * The note when editing began. If it has changed since, the form says so before the server would
   * refuse.
   */
  const [seen, setSeen] = useState(shown)
  const [typed, setTyped] = useState(shown)
  const isUntouched = typed === seen
  if (seen !== shown && isUntouched) {
    setSeen(shown)
    setTyped(shown)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    try {
      const note = typed.trim()
      await noteCustomer(customer.id, { note, noteSeen: shown })
      setSeen(note)
      // The person may have typed more while this was saving.
      setTyped((now) => (now === typed ? note : now))
      showToast({ title: texts.noteSaved })
    } catch (error) {
      showFailure(texts.noteNotSaved, error)
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      {seen !== shown && !isUntouched && (
        <Banner inset tone="warning">
          {texts.noteChanged} <q className="wrap-anywhere">{shown}</q>
        </Banner>
      )}
      <Field label={texts.noteLabel} hint={texts.noteHint(limits.customerNoteLength)}>
        {(control) => (
          <TextArea
            {...control}
            data-unchanged={isUntouched || undefined}
            name="note"
            dir="auto"
            rows={4}
            maxLength={limits.customerNoteLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={typed.trim() === shown} className="self-start">
        {texts.saveNote}
      </Button>
    </form>
  )
}
