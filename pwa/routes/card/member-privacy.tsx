/**
 * The member's own data, below their card: consents, the devices where the card is open, a new
 * address, and export or deletion of everything. It calls the server, so it needs a connection.
 */
import { useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { BirthdayField } from '#pwa/routes/public/birthday-field.tsx'
import { formatInstant } from '#pwa/texts/format.ts'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { birthdayIn } from '#pwa/visitor/sign-up.ts'
import type { ConsentChanges, DataRequestKind, OwnData } from '#schema/contract/member-privacy.ts'
import { MemberPlaces } from './member-places.tsx'
import { OwnDetails } from './own-details.tsx'
import { problemSentence, showProblem, useMemberPrivacy } from './use-member-privacy.ts'

const channels = ['email', 'sms', 'push'] as const

export function OwnDataPanel({ customerId }: { customerId: string }) {
  const { data, error, reload, setChanged, busy, ...change } = useMemberPrivacy(customerId)
  if (!data && error !== null) return <NotLoaded error={error} onRetry={reload} />
  if (!data) return <Skeleton className="h-40" />
  const hasEmail = data.details?.email !== ''
  return (
    <div className="flex flex-col gap-6">
      <Consents data={data} hasEmail={hasEmail} busy={busy} onChange={change.changeConsents} />
      {data.details && (
        <OwnDetails
          customerId={customerId}
          details={data.details}
          onData={setChanged}
          onFailure={showProblem}
        />
      )}
      <BirthdayForm
        key={data.birthday}
        birthday={data.birthday}
        busy={busy}
        onSave={change.changeBirthday}
      />
      <MemberPlaces
        places={data.places}
        busy={busy}
        onEnd={change.endPlaces}
        onMove={change.move}
      />
      <DataRequests customerId={customerId} hasEmail={hasEmail} />
    </div>
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p className="text-ink-soft text-sm">{problemSentence(error)}</p>
      <Button look="secondary" size="lg" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

interface ConsentsProps {
  data: OwnData
  hasEmail: boolean
  busy: boolean
  onChange: (changes: ConsentChanges) => Promise<void>
}

function Consents({ data, hasEmail, busy, onChange }: ConsentsProps) {
  const missing: Partial<Record<(typeof channels)[number], string>> = {
    ...(!hasEmail && { email: texts.needsEmail }),
    ...(!data.hasPhone && { sms: texts.needsPhone }),
  }
  return (
    <section>
      <h3 className="font-medium">{texts.mayBeSent}</h3>
      {channels.map((channel) => (
        <Switch
          key={channel}
          label={texts.channels[channel]}
          hint={missing[channel]}
          checked={data.consents[channel]}
          disabled={busy || missing[channel] !== undefined}
          onChange={(event) => void onChange({ [channel]: event.target.checked })}
        />
      ))}
      <details className="text-sm">
        <summary className="flex min-h-11 items-center text-ink-soft">
          {texts.record(data.history.length)}
        </summary>
        <ol className="flex flex-col gap-2 border-line border-l-2 pl-4">
          {data.history.map(({ channel, granted, recordedAt }) => (
            <li key={`${recordedAt} ${channel}`} className="text-ink-soft">
              <span className="block text-ink">
                {texts.recorded(texts.channels[channel], granted ? texts.agreed : texts.declined)}
              </span>
              <time dateTime={recordedAt}>{formatInstant(recordedAt)}</time>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

interface BirthdayFormProps {
  birthday: string | null
  busy: boolean
  onSave: (birthday: string | null) => Promise<void>
}

function BirthdayForm({ birthday, busy, onSave }: BirthdayFormProps) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(birthdayIn(new FormData(event.currentTarget)).birthday ?? null)
      }}
    >
      <BirthdayField legend={texts.birthday} hint={texts.birthdayHint} value={birthday} />
      <Button type="submit" look="secondary" size="lg" disabled={busy}>
        {texts.saveBirthday}
      </Button>
    </form>
  )
}

/**
 * Both requests need a link that is sent to the member's mailbox, so holding the phone is not
 * enough to export or delete.
 */
function DataRequests({ customerId, hasEmail }: { customerId: string; hasEmail: boolean }) {
  const [sent, setSent] = useState<DataRequestKind | null>(null)
  const { busy, run } = useBusy((problem) => showProblem(problem, texts.notSent))
  const ask = (kind: DataRequestKind) =>
    run(async () => {
      await callAsMember('customer.requestData', { params: { customerId }, body: { kind } })
      setSent(kind)
    })

  return (
    <section>
      <h3 className="font-medium">{texts.yourData}</h3>
      <p className="text-ink-soft text-sm">
        {hasEmail ? texts.yourDataHint : texts.dataNeedsEmail}
      </p>
      <div className="mt-2 flex flex-col gap-2">
        {(['export', 'erasure'] as const).map((kind) => (
          <Button
            key={kind}
            look="secondary"
            size="lg"
            disabled={busy || !hasEmail}
            onClick={() => void ask(kind)}
          >
            {kind === 'export' ? texts.download : texts.erase}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-sm">
        {sent && texts.linkSent}
      </p>
    </section>
  )
}
