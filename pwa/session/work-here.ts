/** Whether this browser keeps unsent work of people who were signed in to a business here. */
import { isWorkHinted } from '#pwa/device/outbox-hint.ts'

export function hasWorkHere(): boolean {
  return isWorkHinted(document)
}
