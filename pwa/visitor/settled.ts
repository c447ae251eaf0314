/**
 * Sends a sign-up's outcome to the screen that waits for it, because a till deletes the row and
 * keeps nothing of the customer.
 */
import type { SignUpAnswer } from '#schema/contract/sign-up.ts'

export interface Settled {
  operationId: string
  answer: SignUpAnswer
}

const channelName = 'regulars-visitor-settled'

export function announceSettled(settled: Settled): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(settled)
  channel.close()
}

export function listenForSettled(hear: (settled: Settled) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Settled>) => hear(event.data)
  return () => channel.close()
}
