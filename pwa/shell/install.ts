/**
 * Adding the app to the home screen. It catches the browser's install prompt at the start and keeps
 * it until the person has got some use out of the app. Once declined, this device never offers
 * again.
 */
import { create } from 'zustand'

interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallWay = 'none' | 'browser' | 'byHand'

export const useInstallWay = create<{ way: InstallWay }>(() => ({ way: 'none' }))

const declinedName = 'regulars-install-declined'
let browserOffer: InstallEvent | null = null

/** Call this first: the browser sends its prompt only once. */
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
    // Storage is switched off: the app will offer again another time.
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

/** iPads identify as Macs; only iPads have a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}
