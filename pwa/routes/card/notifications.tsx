/** Lets a customer choose which notifications this phone gets, and its quiet hours. Collapsed. */

import { BellRing } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { notificationTexts } from '#pwa/texts/notifications.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { type NotificationChoice, notificationWay } from '#pwa/visitor/notifications.ts'
import { type NotificationKind, notificationKinds } from '#schema/contract/notification.ts'
import { readChoice, usePhoneNotifications, usualChoice } from './use-phone-notifications.ts'

interface NotificationsProps {
  customerId: string
  businessName: string
}

export function Notifications({ customerId, businessName }: NotificationsProps) {
  const [way, setWay] = useState(notificationWay)
  if (way === 'none') return null
  if (way === 'install') return <Hint>{notificationTexts.installFirst}</Hint>
  if (way === 'blocked') return <Hint>{notificationTexts.blocked}</Hint>
  return (
    <Settings
      customerId={customerId}
      businessName={businessName}
      onRefused={() => setWay(notificationWay())}
    />
  )
}

function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="fold rounded-xl border border-line bg-surface px-5 shadow-card">
      <summary className="min-h-14!">
        <h2 className="font-semibold">{notificationTexts.title}</h2>
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}

function Hint({ children }: { children: string }) {
  return (
    <Folded>
      <p className="wrap-anywhere text-ink-soft text-sm">{children}</p>
    </Folded>
  )
}

function Settings({
  customerId,
  businessName,
  onRefused,
}: NotificationsProps & { onRefused(): void }) {
  const { phone, isOffline, isBusy, save, turnOff } = usePhoneNotifications(customerId, onRefused)
  if (isOffline && !phone) return <Hint>{notificationTexts.offline}</Hint>
  return (
    <Folded>
      <p className="wrap-anywhere flex items-start gap-3 text-ink-soft text-sm">
        <BellRing size={20} aria-hidden="true" className="shrink-0 text-brand-text" />
        <span>{phone?.choice ? notificationTexts.on : notificationTexts.intro(businessName)}</span>
      </p>
      {phone ? (
        <ChoiceForm
          choice={phone.choice}
          isBusy={isBusy}
          onSave={(choice) => save(phone, choice)}
          onTurnOff={turnOff}
        />
      ) : (
        <Skeleton className="mt-3 h-64 rounded-lg" />
      )}
    </Folded>
  )
}

interface ChoiceFormProps {
  choice: NotificationChoice | null
  isBusy: boolean
  onSave(choice: NotificationChoice): void
  onTurnOff(): void
}

function ChoiceForm({ choice, isBusy, onSave, onTurnOff }: ChoiceFormProps) {
  const [error, setError] = useState<string>()
  const shown = choice ?? usualChoice

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = readChoice(new FormData(event.currentTarget))
    setError(wanted ? undefined : notificationTexts.chooseOne)
    if (wanted) onSave(wanted)
  }

  const label: Record<NotificationKind, string> = {
    points: notificationTexts.points,
    coupon: notificationTexts.coupon,
    reward: notificationTexts.reward,
  }
  return (
    <form onSubmit={save} className="mt-3 flex flex-col gap-4">
      <fieldset>
        <legend className="font-medium text-ink-soft text-sm">{notificationTexts.kinds}</legend>
        {notificationKinds.map((kind) => (
          <Checkbox
            key={kind}
            name={kind}
            label={label[kind]}
            defaultChecked={shown.kinds.includes(kind)}
          />
        ))}
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
      </fieldset>
      <QuietHours shown={shown} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="brand" size="lg" disabled={isBusy}>
          {choice ? notificationTexts.save : notificationTexts.turnOn}
        </Button>
        {choice && (
          <Button look="secondary" size="lg" disabled={isBusy} onClick={onTurnOff}>
            {notificationTexts.turnOff}
          </Button>
        )}
      </div>
    </form>
  )
}

function QuietHours({ shown }: { shown: NotificationChoice }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium text-ink-soft text-sm">{notificationTexts.quietHours}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <Field label={notificationTexts.from}>
          {(control) => (
            <Input {...control} type="time" name="quietFrom" defaultValue={shown.quietFrom} />
          )}
        </Field>
        <Field label={notificationTexts.until}>
          {(control) => (
            <Input {...control} type="time" name="quietUntil" defaultValue={shown.quietUntil} />
          )}
        </Field>
      </div>
      <p className="text-ink-faint text-sm">{notificationTexts.quietHint}</p>
    </fieldset>
  )
}
