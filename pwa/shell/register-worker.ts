/**
 * Registers the service worker. The app offers a waiting version and never forces it.
 */
import { messageSW, Workbox } from 'workbox-window'
import { serviceWorkerAddress, trustedScript } from '#pwa/device/trusted-script.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { wakeMessage } from './messages.ts'
import { isInUse, mayReload, offerUpdate, useUpdate } from './update.ts'

const updateCheckMs = hourMs
/** Workers of earlier versions don't answer. */
const wakeMs = 3000

export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const workbox = new Workbox(trustedScript(serviceWorkerAddress))
  const { serviceWorker } = navigator
  /** The worker that controls this page; null until the first worker has claimed it. */
  let current = serviceWorker.controller
  workbox.addEventListener('waiting', () => {
    if (!current) return
    offerUpdate(async () => {
      await wake(serviceWorker.controller)
      workbox.messageSkipWaiting()
    })
  })
  // Listens to the browser's own event, because any page may have activated the worker. The first
  // worker to take control is not an update; every later one is.
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
 * Starts the older worker, so that the newer one can take over as soon as the older one is idle.
 * Chromium asks the older worker to end early only if it runs: one that is still starting would
 * stay for its usual half a minute.
 */
async function wake(older: ServiceWorker | null): Promise<void> {
  if (!older) return
  const patience = new Promise((resolve) => setTimeout(resolve, wakeMs))
  await Promise.race([messageSW(older, { type: wakeMessage }), patience])
}

/** A file of this version is gone from the server because a newer version was deployed. */
export function offerUpdateWhenFilesAreGone(): void {
  window.addEventListener('vite:preloadError', () => offerUpdate())
}
