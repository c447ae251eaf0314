/**
 * The only way to write. It checks the payload against the catalog, assigns an id and a number, and
 * writes the row to disk before the promise resolves; only then may a screen say "saved". If the
 * app is killed before that, nothing is stored and no screen said "saved"; if it is killed after,
 * the next start sends the row.
 */

import type * as z from 'zod/mini'
import { noteSaved } from '#pwa/api/last-saved.ts'
import { ShownError } from '#pwa/api/shown-error.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { claimAtPress } from '#pwa/sync/staff-claim.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'
import { failureTexts } from '#pwa/texts/failure.ts'
import { type OperationName, operationEntry, type operations } from '#schema/contract/operation.ts'
import type { FieldProblem } from '#schema/contract/refusal.ts'
import { findUnstorable, unstorableMessage } from '#schema/contract/storable-text.ts'

/** The payload as a screen passes it: fields with a default are optional. */
export type OperationInput<Name extends OperationName> = z.input<
  (typeof operations)[Name]['payload']
>

/** The payload is invalid; nothing was saved. */
export class InvalidPayload extends ShownError {
  readonly errors: FieldProblem[]
  constructor(errors: FieldProblem[]) {
    super('Invalid payload')
    this.name = 'InvalidPayload'
    this.errors = errors
  }
  get sentence(): string {
    return this.errors[0]?.message ?? failureTexts.tryAgain
  }
}

/** @throws InvalidPayload */
export function checkPayload<Name extends OperationName>(
  name: Name,
  payload: OperationInput<Name>,
): unknown {
  const valid = requireValid(operationEntry(name).payload, payload)
  const field = findUnstorable(valid)
  if (field === null) return valid
  throw new InvalidPayload([{ field, message: unstorableMessage }])
}

/** @throws InvalidPayload with the first problem of each field */
export function requireValid(schema: z.ZodMiniType, payload: unknown): unknown {
  const checked = schema.safeParse(payload)
  if (checked.success) return checked.data
  const messageByField = new Map<string, string>()
  for (const issue of checked.error.issues) {
    const field = issue.path.join('.')
    if (!messageByField.has(field)) messageByField.set(field, issue.message)
  }
  throw new InvalidPayload(Array.from(messageByField, ([field, message]) => ({ field, message })))
}

/**
 * @param opened resolves once the database can be written to; a new device's takes a moment
 * @throws InvalidPayload; DeviceFull if there is no room; DeviceClosed after a sign-out
 */
export async function perform<Name extends OperationName>(
  context: SyncContext,
  name: Name,
  payload: OperationInput<Name>,
  opened: Promise<unknown>,
): Promise<OutboxRow> {
  const made = {
    operationId: context.newId(),
    name,
    v: operationEntry(name).v,
    payload: checkPayload(name, payload),
  }
  const asked = {
    ...made,
    ...claimAtPress()(made),
    madeAt: new Date(context.now()).toISOString(),
    replaces: null,
  }
  await context.step('perform:asked')
  // If it failed, the write below says why.
  await opened.catch(() => undefined)
  const { result, change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), (writer) => writer.add(asked)),
  )
  await context.step('perform:written')
  publishChange(context, change)
  noteSaved({ kind: 'change', address: '/outbox' })
  return result
}
