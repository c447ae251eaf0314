/**
 * Notifications in the service worker: shows each one, opens the card that it is about, and turns
 * notifications off through a button. The phone knows the card's address; the message doesn't carry
 * it.
 */
import { callAsMember } from '#pwa/api/member-call.ts'
import { findCardOf } from '#pwa/visitor/pages.ts'
import type { PushMessage } from '#schema/contract/notification.ts'

const stopAction = 'stop'

/** Browsers require the worker to show every message. */
export async function showMessage(
  registration: ServiceWorkerRegistration,
  { title, body, tag, memberId, stop }: PushMessage,
): Promise<void> {
  const card = await findCardOf(memberId).catch(() => null)
  const options: NotificationOptions & { actions: { action: string; title: string }[] } = {
    body,
    tag,
    icon: card?.page.business.logoUrl ?? '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { memberId },
    actions: [{ action: stopAction, title: stop }],
  }
  await registration.showNotification(title, options)
}

export async function openMessage(
  { notification, action }: NotificationEvent,
  { registration, clients }: ServiceWorkerGlobalScope,
): Promise<void> {
  notification.close()
  const card = await findCardOf(String(notification.data?.memberId))
  if (action !== stopAction) {
    await openCard(card ? `/customer/${card.customerId}` : '/', clients)
    return
  }
  const subscription = await registration.pushManager.getSubscription()
  if (!card || !subscription) return
  await callAsMember('customer.stopNotifications', {
    params: { customerId: card.customerId },
    body: { endpoint: subscription.endpoint },
  })
}

async function openCard(path: string, clients: Clients): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname === path)
  await (open ? open.focus() : clients.openWindow(path))
}
