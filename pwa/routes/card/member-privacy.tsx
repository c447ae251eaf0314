/**
 * The member's own data, below their card: consents, the devices where the card is open, a new
 * address, and export or deletion of everything. It calls the server, so it needs a connection.
 */
import { useEffect, useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { BirthdayField } from '#pwa/routes/public/birthday-field.tsx'
import { deviceName } from '#pwa/texts/device-name.ts'
import { formatDay, formatInstant } from '#pwa/texts/format.ts'
import { ownData, ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { goTo } from '#pwa/visitor/address.ts'
import { changeAddress } from '#pwa/visitor/change-address.ts'
import { birthdayIn } from '#pwa/visitor/sign-up.ts'
import type { OwnData } from '#schema/contract/member-privacy.ts'
import { OwnDetails } from './own-details.tsx'

const channels = ['email', 'sms', 'push'] as const

export function OwnDataPanel({ customerId }: { customerId: string }) {
  const params = { customerId }
  const { data, error, setChanged, reload } = useOwnData(customerId)
  const [busy, setBusy] = useState(false)
  const [moving, setMoving] = useState(false)

  const showProblem = (problem: unknown) =>
    showToast({
      title: texts.notChanged,
      description:
        problem instanceof NoAnswer ? texts.offline : sentenceOf(problem, texts.tryAgain),
      tone: 'destructive',
    })

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (problem) {
      showProblem(problem)
    } finally {
      setBusy(false)
    }
  }

  const endPlaces = (placeId?: string) =>
    run(async () => {
      setChanged(
        placeId
          ? await callAsMember('customer.endPlace', { params: { ...params, placeId } })
          : await callAsMember('customer.endOtherPlaces', { params }),
      )
      showToast({ title: texts.placeEnded })
    })

  if (!data) {
    return error === null ? (
      <Skeleton className="h-40" />
    ) : (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p className="text-ink-soft text-sm">
          {error instanceof NoAnswer ? texts.offline : sentenceOf(error, texts.tryAgain)}
        </p>
        <Button look="secondary" size="lg" onClick={reload}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  const hasEmail = data.details?.email !== ''
  const missing: Partial<Record<(typeof channels)[number], string>> = {
    ...(!hasEmail && { email: texts.needsEmail }),
    ...(!data.hasPhone && { sms: texts.needsPhone }),
  }
  const others = data.places.filter(({ isThis, mayEnd }) => !isThis && mayEnd !== false)
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h3 className="font-medium">{texts.mayBeSent}</h3>
        {channels.map((channel) => (
          <Switch
            key={channel}
            label={texts.channels[channel]}
            hint={missing[channel]}
            checked={data.consents[channel]}
            disabled={busy || missing[channel] !== undefined}
            onChange={(event) => {
              const body = { [channel]: event.target.checked }
              void run(async () =>
                setChanged(await callAsMember('customer.changeConsents', { params, body })),
              )
            }}
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
      {data.details && (
        <OwnDetails
          customerId={customerId}
          details={data.details}
          onData={setChanged}
          onFailure={showProblem}
        />
      )}
      <form
        key={data.birthday}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const { birthday = null } = birthdayIn(new FormData(event.currentTarget))
          void run(async () => {
            const body = { birthday }
            setChanged(await callAsMember('customer.changeBirthday', { params, body }))
            showToast({ title: texts.birthdaySaved })
          })
        }}
      >
        <BirthdayField legend={texts.birthday} hint={texts.birthdayHint} value={data.birthday} />
        <Button type="submit" look="secondary" size="lg" disabled={busy}>
          {texts.saveBirthday}
        </Button>
      </form>
      <section>
        <h3 className="font-medium">{texts.places}</h3>
        <p className="text-ink-soft text-sm">{texts.placesHint}</p>
        <ul className="mt-1 divide-y divide-line">
          {data.places.map((place) => (
            <li
              key={place.placeId}
              className="flex min-h-14 items-center justify-between gap-3 py-2 text-sm"
            >
              <span className="min-w-0">
                <span className="wrap-anywhere block font-medium">{placeName(place.device)}</span>
                <span className="block text-ink-soft">
                  {place.isThis ? texts.thisOne : texts.since(formatDay(place.createdAt))}
                </span>
              </span>
              {others.includes(place) && (
                <Button
                  look="secondary"
                  size="lg"
                  disabled={busy}
                  aria-label={texts.endOf(placeName(place.device))}
                  onClick={() => void endPlaces(place.placeId)}
                >
                  {texts.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <div className="mt-2 flex flex-col gap-2">
          {others.length > 1 && (
            <Button look="secondary" size="lg" disabled={busy} onClick={() => void endPlaces()}>
              {texts.endOthers}
            </Button>
          )}
          <Button look="secondary" size="lg" disabled={busy} onClick={() => setMoving(true)}>
            {texts.newAddress}
          </Button>
        </div>
      </section>
      <DataRequests customerId={customerId} hasEmail={hasEmail} />
      <ConfirmDialog
        open={moving}
        onOpen={setMoving}
        title={texts.newAddressTitle}
        act={texts.newAddress}
        look="brand"
        busy={busy}
        onConfirm={() =>
          void run(async () => {
            goTo(`/customer/${await changeAddress(customerId)}`)
            showToast({ title: texts.moved, description: texts.movedHint })
          }).finally(() => setMoving(false))
        }
      >
        {texts.newAddressMeaning}
      </ConfirmDialog>
    </div>
  )
}

const placeName = (device: string | null) =>
  device === ownData.mailedLink ? texts.mailedLink : deviceName(device)

/** The server's data, replaced by the answer to each change. */
function useOwnData(customerId: string) {
  const [data, setChanged] = useState<OwnData | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    callAsMember('customer.ownData', { params: { customerId }, signal: stop.signal }).then(
      setChanged,
      (problem: unknown) => {
        if (!stop.signal.aborted) setError(problem)
      },
    )
    return () => stop.abort()
  }, [customerId, tries])
  const reload = () => {
    setError(null)
    setTries(tries + 1)
  }
  return { data, error, setChanged, reload }
}

/**
 * Both requests need a link that is sent to the member's mailbox, so holding the phone is not
 * enough to export or delete.
 */
function DataRequests({ customerId, hasEmail }: { customerId: string; hasEmail: boolean }) {
  const [sent, setSent] = useState<'export' | 'erasure' | null>(null)
  const [busy, setBusy] = useState(false)

  async function ask(kind: 'export' | 'erasure') {
    setBusy(true)
    try {
      await callAsMember('customer.requestData', { params: { customerId }, body: { kind } })
      setSent(kind)
    } catch (problem) {
      showToast({
        title: texts.notSent,
        description:
          problem instanceof NoAnswer ? texts.offline : sentenceOf(problem, texts.tryAgain),
        tone: 'destructive',
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section>
      <h3 className="font-medium">{texts.yourData}</h3>
      <p className="text-ink-soft text-sm">
        {hasEmail ? texts.yourDataHint : texts.dataNeedsEmail}
      </p>
      <div className="mt-2 flex flex-col gap-2">
        <Button
          look="secondary"
          size="lg"
          disabled={busy || !hasEmail}
          onClick={() => void ask('export')}
        >
          {texts.download}
        </Button>
        <Button
          look="secondary"
          size="lg"
          disabled={busy || !hasEmail}
          onClick={() => void ask('erasure')}
        >
          {texts.erase}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm">
        {sent && texts.linkSent}
      </p>
    </section>
  )
}
