/**
 * What a rule looks like to the engine. The law of executors: they look first and write after. One
 * that refuses has written nothing but mail, so a refusal needs no rollback.
 */
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import type { OperationContext } from './context.ts'

/** What the operation brought, for the device that asked. */
export type OperationResult = Record<string, unknown> | null

/** @throws Refusal, or Missing when something it names is not there */
export type Executor<Name extends OperationName> = (
  payload: OperationPayload<Name>,
  context: OperationContext,
) => Promise<OperationResult>
