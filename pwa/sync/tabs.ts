/**
 * Messages between the tabs and the service worker of one device: that rows on disk changed, which
 * tab is sending, that someone signed out. A message is only a hint to read the disk; losing one
 * costs time, not correctness.
 */
import { createEmitter } from '#pwa/api/emitter.ts'
import type { SyncProblem } from '#pwa/sync/sync-status.ts'

export type TabMessage =
  | { kind: 'outbox'; operationIds: string[] }
  | { kind: 'pulled' }
  | { kind: 'round'; sending: string[]; running: boolean; problem: SyncProblem | null }
  /** The server answered, even with a refusal. */
  | { kind: 'answered' }
  /** Sealed work was added, sent, found unreadable or deleted. */
  | { kind: 'sealed' }
  | { kind: 'wiped' }

/** The part of BroadcastChannel that is used; tests pass their own. */
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
  /** @returns a function that stops listening */
  listen: (listener: (message: TabMessage) => void) => () => void
  close: () => void
}

export function openTabs(name: string, open: OpenChannel | null): Tabs {
  const channel = open?.(name) ?? null
  const messages = createEmitter<[TabMessage]>()
  let isClosed = false
  channel?.listen((message) => {
    if (isClosed || !isTabMessage(message)) return
    messages.emit(message)
  })
  return {
    tell(message) {
      if (!isClosed) channel?.post(message)
    },
    listen: messages.listen,
    close() {
      isClosed = true
      channel?.close()
    },
  }
}

const kinds = new Set(['outbox', 'pulled', 'round', 'answered', 'sealed', 'wiped'])

/** Another tab may run another version: ignore unknown messages. */
function isTabMessage(message: unknown): message is TabMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false
  return typeof message.kind === 'string' && kinds.has(message.kind)
}
