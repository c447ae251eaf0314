/**
 * What the tabs and the service worker of one device tell each other: that rows on disk changed,
 * who is sending, that somebody signed out. A message is a hint to look at the disk, never the
 * truth itself; a lost one costs time only.
 */
import type { SyncProblem } from '#pwa/sync/sync-status.ts'

export type TabMessage =
  | { kind: 'outbox'; operationIds: string[] }
  | { kind: 'pulled' }
  | { kind: 'round'; sending: string[]; running: boolean; problem: SyncProblem | null }
  /** The server answered, even with a refusal. */
  | { kind: 'answered' }
  /** Sealed work was added, handed in, found unreadable or deleted. */
  | { kind: 'sealed' }
  | { kind: 'wiped' }

/** The part of BroadcastChannel that is used; tests give their own. */
export interface TabChannel {
  post: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}

export type OpenChannel = (name: string) => TabChannel

export const openBroadcast: OpenChannel = (name) => {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', (event) => listener(event.data))
    },
    close: () => channel.close(),
  }
}

export interface Tabs {
  tell: (message: TabMessage) => void
  /** @returns how to stop listening */
  listen: (listener: (message: TabMessage) => void) => () => void
  close: () => void
}

export function openTabs(name: string, open: OpenChannel | null): Tabs {
  const channel = open?.(name) ?? null
  const listeners = new Set<(message: TabMessage) => void>()
  let isClosed = false
  channel?.listen((message) => {
    if (isClosed || !isTabMessage(message)) return
    for (const listener of [...listeners]) listener(message)
  })
  return {
    tell(message) {
      if (!isClosed) channel?.post(message)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      listeners.clear()
      channel?.close()
    },
  }
}

const kinds = new Set(['outbox', 'pulled', 'round', 'answered', 'sealed', 'wiped'])

/** Another tab may run another version: what is not understood is left alone. */
function isTabMessage(message: unknown): message is TabMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  return typeof message.kind === 'string' && kinds.has(message.kind)
}
