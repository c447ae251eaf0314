/**
 * Installing to the home screen: the browser's own offer is caught at the start and kept until a
 * person has had something of the app; declined once is declined for good on this device.
 */
import { create } from 'zustand'

interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallWay = 'none' | 'browser' | 'byHand'

export const useInstallWay = create<{ way: InstallWay }>(() => ({ way: 'none' }))

const declinedName = 'regulars-install-declined'
let browserOffer: InstallEvent | null = null

/** Call first of all: the browser offers once. */
export function catchInstallOffer(): void {
  if (isInstalled() || wasDeclined()) return
  if (isIos()) useInstallWay.setState({ way: 'byHand' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    browserOffer = event as InstallEvent
    useInstallWay.setState({ way: 'browser' })
  })
  window.addEventListener('appinstalled', () => useInstallWay.setState({ way: 'none' }))
}

export async function install(): Promise<void> {
  const offer = browserOffer
  browserOffer = null
  useInstallWay.setState({ way: 'none' })
  if ((await offer?.prompt())?.outcome === 'dismissed') declineInstall()
}

export function declineInstall(): void {
  useInstallWay.setState({ way: 'none' })
  try {
    localStorage.setItem(declinedName, new Date().toISOString())
  } catch {
    // Storage is switched off: it is offered again another time.
  }
}

export function isInstalled(): boolean {
  const onIos = (navigator as { standalone?: boolean }).standalone === true
  return onIos || matchMedia('(display-mode: standalone)').matches
}

export function wasDeclined(): boolean {
  try {
    return localStorage.getItem(declinedName) !== null
  } catch {
    return false
  }
}

/** iPads say they are Macs; they are the Macs with a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}
