/**
 * Notifications for one card on this phone: the browser's permission, its push subscription, and
 * the settings stored on the server. One subscription serves all cards on the phone.
 */
import { callAsMember } from '#pwa/api/member-call.ts'
import type { NotificationKind, NotificationSettings } from '#schema/contract/notification.ts'

export interface NotificationChoice {
  kinds: NotificationKind[]
  quietFrom: string
  quietUntil: string
}

export interface PhoneNotifications {
  publicKey: string
  /** Null while they are off on this phone. */
  choice: NotificationChoice | null
}

/** 'install' on iPhones, where only cards on the home screen may notify. */
export type NotificationWay = 'ask' | 'blocked' | 'install' | 'none'

export function notificationWay(): NotificationWay {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator) {
    return Notification.permission === 'denied' ? 'blocked' : 'ask'
  }
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'none'
}

/** @throws NoAnswer or CallRefused */
export async function readNotifications(customerId: string): Promise<PhoneNotifications> {
  const { publicKey, devices } = await callAsMember('customer.notifications', {
    params: { customerId },
  })
  const subscription = await currentSubscription()
  if (!subscription || !isFor(subscription, publicKey)) return { publicKey, choice: null }
  const digest = await digestOf(subscription.endpoint)
  return { publicKey, choice: choiceOf(devices, digest) }
}

function choiceOf(devices: NotificationSettings['devices'], digest: string) {
  const device = devices.find(({ endpointDigest }) => endpointDigest === digest)
  if (!device) return null
  const { kinds, quietFrom, quietUntil } = device
  return { kinds, quietFrom, quietUntil }
}

/**
 * Asks for permission if the browser has not asked yet; call it from a press.
 * @returns false if the person declined
 */
export async function turnOnNotifications(
  customerId: string,
  publicKey: string,
  choice: NotificationChoice,
): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  // Its key is no longer the server's, so it would never deliver.
  if (known && !isFor(known, publicKey)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys = {} } = subscription.toJSON()
  await callAsMember('customer.setNotifications', {
    params: { customerId },
    body: {
      ...choice,
      subscription: {
        endpoint: endpoint ?? subscription.endpoint,
        keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
      },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  return true
}

export async function turnOffNotifications(customerId: string): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await callAsMember('customer.stopNotifications', { params: { customerId }, body: { endpoint } })
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  return key !== null && toBase64url(new Uint8Array(key)) === publicKey
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function digestOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
