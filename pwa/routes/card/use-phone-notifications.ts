/** One card's notifications on this phone: what is set, and changing it. */
import { useEffect, useState } from 'react'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { notificationTexts } from '#pwa/texts/notifications.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import {
  type NotificationChoice,
  type PhoneNotifications,
  readNotifications,
  turnOffNotifications,
  turnOnNotifications,
} from '#pwa/visitor/notifications.ts'
import { notificationKinds } from '#schema/contract/notification.ts'

export const usualChoice: NotificationChoice = {
  kinds: [...notificationKinds],
  quietFrom: '22:00',
  quietUntil: '08:00',
}

/** @returns null if the form has no kind */
export function readChoice(form: FormData): NotificationChoice | null {
  const kinds = notificationKinds.filter((kind) => form.has(kind))
  if (kinds.length === 0) return null
  return {
    kinds,
    quietFrom: String(form.get('quietFrom') || usualChoice.quietFrom),
    quietUntil: String(form.get('quietUntil') || usualChoice.quietUntil),
  }
}

/** @param onRefused called if the person denied the browser's permission */
export function usePhoneNotifications(customerId: string, onRefused: () => void) {
  const { phone, setPhone, isOffline } = usePhone(customerId)
  const [isBusy, setBusy] = useState(false)

  /** @param change returns the new choice: null if off, 'refused' if the person denied permission */
  async function run(change: () => Promise<NotificationChoice | null | 'refused'>, done: string) {
    setBusy(true)
    try {
      const choice = await change()
      if (choice === 'refused') {
        showToast({ title: notificationTexts.refused, tone: 'destructive' })
        onRefused()
        return
      }
      setPhone((before) => before && { ...before, choice })
      showToast({ title: done })
    } catch (error) {
      showToast({
        title:
          error instanceof NoAnswer
            ? notificationTexts.offline
            : sentenceOf(error, notificationTexts.failed),
        tone: 'destructive',
      })
    } finally {
      setBusy(false)
    }
  }

  return {
    phone,
    isOffline,
    isBusy,
    save: ({ publicKey, choice: before }: PhoneNotifications, choice: NotificationChoice) =>
      void run(
        async () => {
          const isOn = await turnOnNotifications(customerId, publicKey, choice)
          return isOn ? choice : 'refused'
        },
        before ? notificationTexts.saved : notificationTexts.on,
      ),
    turnOff: () =>
      void run(async () => {
        await turnOffNotifications(customerId)
        return null
      }, notificationTexts.off),
  }
}

/**
 * This phone's state on the server and in the browser; loaded again when the connection is back.
 */
function usePhone(customerId: string) {
  const [phone, setPhone] = useState<PhoneNotifications | null>(null)
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    let stopped = false
    const read = () =>
      readNotifications(customerId).then(
        (found) => {
          if (stopped) return
          setPhone(found)
          setOffline(false)
        },
        () => !stopped && setOffline(true),
      )
    void read()
    window.addEventListener('online', read)
    return () => {
      stopped = true
      window.removeEventListener('online', read)
    }
  }, [customerId])
  return { phone, setPhone, isOffline }
}
