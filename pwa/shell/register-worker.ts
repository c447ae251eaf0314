/**
 * Registers the service worker under Trusted Types: the one policy of the app lets its one script
 * address through. A waiting version is offered, never forced.
 */
import { messageSW, Workbox } from 'workbox-window'
import { wakeMessage } from './messages.ts'
import { isInUse, mayReload, offerUpdate, useUpdate } from './update.ts'

const workerAddress = '/service-worker.js'

interface ScriptPolicy {
  createScriptURL: (url: string) => string
}
interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

function trustedWorkerAddress(): string {
  const rules: ScriptPolicy = {
    createScriptURL: (url) => {
      if (url !== workerAddress) throw new TypeError('Not a script of this app')
      return url
    },
  }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (trustedTypes?.createPolicy('regulars', rules) ?? rules).createScriptURL(workerAddress)
}

const updateCheckMs = 60 * 60 * 1000
/** A worker of an earlier version does not answer. */
const wakeMs = 3000

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const workbox = new Workbox(trustedWorkerAddress())
  const { serviceWorker } = navigator
  /** What this page runs under; nothing until the first worker has claimed it. */
  let current = serviceWorker.controller
  workbox.addEventListener('waiting', () => {
    if (!current) return
    offerUpdate(async () => {
      await wake(serviceWorker.controller)
      workbox.messageSkipWaiting()
    })
  })
  // The browser's own event: the first version that takes over is none that is new, whichever page
  // had asked for it, and the second one is, whichever page it was that took it.
  serviceWorker.addEventListener('controllerchange', () => {
    const before = current
    current = serviceWorker.controller
    if (!before || before === current) return
    if (mayReload(useUpdate.getState()) && !isInUse()) location.reload()
    else offerUpdate(() => location.reload())
  })
  await workbox.register().catch(() => undefined)
  setInterval(() => void workbox.update().catch(() => {}), updateCheckMs)
}

/**
 * A newer worker takes over once the older one has nothing to do. Chromium asks the older one to end
 * early only if it runs: one that is still starting would stay for its usual half a minute.
 */
async function wake(older: ServiceWorker | null): Promise<void> {
  if (!older) return
  const patience = new Promise((resolve) => setTimeout(resolve, wakeMs))
  await Promise.race([messageSW(older, { type: wakeMessage }), patience])
}

/** A file of this version is gone from the server, because a newer one was installed. */
export function offerUpdateWhenFilesAreGone(): void {
  window.addEventListener('vite:preloadError', () => offerUpdate())
}
