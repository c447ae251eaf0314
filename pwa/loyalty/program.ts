/** An owner's changes to the program, and balance adjustments; both work offline. */
import { newId, openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import type { OperationInput } from '#pwa/sync/perform.ts'
import type { Business } from '#schema/contract/business.ts'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { ProgramChanges } from '#schema/contract/program.ts'

/**
 * Resolves once the change is saved on this device.
 * @param seen the business as its editor saw it: if another change came first, this one is refused
 */
export async function changeProgram(seen: Business, changes: ProgramChanges): Promise<OutboxRow> {
  const revision = seen.programRevision ?? firstRuleId
  return openedDevice().perform('program.change', { revision, changes })
}

/**
 * @returns the id of its entry
 * @throws InvalidPayload with the fields, DeviceFull, DeviceClosed
 */
export async function adjustPoints(adjustment: OperationInput<'points.adjust'>): Promise<string> {
  const device = openedDevice()
  const adjustmentId = newId()
  const memberId = device.outbox.memberIdOf(adjustment.memberId)
  await device.perform('points.adjust', { ...adjustment, adjustmentId, memberId })
  return adjustmentId
}
