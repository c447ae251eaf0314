/**
 * Tells the screen that waits what became of a sign-up whose row is gone from the disk already:
 * a till keeps nothing of the customer it signed up (docs/product.md).
 */
import type { SignUpAnswer } from '#schema/contract/customer.ts'

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
