/** The outbox entry of an action that is on the screen. */
import { useRef } from 'react'
import { type OutboxEntry, useOutbox } from '#pwa/loyalty/outbox.ts'

interface ShownEntry {
  /** Absent once the server has accepted the action, or the cashier has dismissed its refusal. */
  entry: OutboxEntry | undefined
  /** Kept after the cashier dismisses it, so that the screen doesn't take it for accepted. */
  refused: OutboxEntry | undefined
}

export function useEntry(operationId: string | null): ShownEntry {
  const entry = useOutbox().entries.find((each) => each.operationId === operationId)
  const last = useRef<OutboxEntry>(undefined)
  if (entry) last.current = entry
  const isRefused = last.current?.operationId === operationId && last.current?.state === 'refused'
  return { entry, refused: isRefused ? last.current : undefined }
}
