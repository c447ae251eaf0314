/** A browser that can show notifications, with a push service of the test. */
import type { Phone } from '#tests/support/web-push.ts'

/** @param answer the person's, once the page asks */
export function allowNotifications(
  { subscription }: Phone,
  permission: NotificationPermission = 'granted',
  answer = permission,
): void {
  let current: object | null = null
  const registration = {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const key = Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer
        const { endpoint } = subscription
        current = { endpoint, options: { applicationServerKey: key }, toJSON: () => subscription }
        return current
      },
    },
  }
  const workers = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  const asked = {
    permission,
    requestPermission: async () => {
      asked.permission = answer
      return answer
    },
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  Object.assign(globalThis, { PushManager: class {}, Notification: asked })
}

/** Becomes a browser without notifications again. */
export function removeNotifications(): void {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}
