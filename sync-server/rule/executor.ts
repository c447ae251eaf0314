/**
 * An executor's interface. Executors read first and write afterwards: one that refuses has written
 * nothing but mail, so a refusal needs no rollback.
 */
import type * as z from 'zod/mini'
import type {
  OperationName,
  OperationPayload,
  OperationVersion,
  operations,
} from '#schema/contract/operation.ts'
import type { OperationContext } from './context.ts'

/** The operation's result, for the device that asked. */
export type OperationResult = Record<string, unknown> | null

/** @throws Refusal, or Missing if something it names doesn't exist */
export type Executor<Name extends OperationName> = (
  payload: OperationPayload<Name>,
  context: OperationContext,
) => Promise<OperationResult>

/** The executor of one version: the current one, or an earlier one that devices may still hold. */
export type ExecutorOf<Name extends OperationName, V extends OperationVersion<Name>> = (
  payload: V extends keyof (typeof operations)[Name]['earlier']
    ? EarlierPayloadOf<(typeof operations)[Name]['earlier'][V]>
    : OperationPayload<Name>,
  context: OperationContext,
) => Promise<OperationResult>

type EarlierPayloadOf<Entry> = Entry extends { payload: z.ZodMiniType<infer Earlier> }
  ? Earlier
  : never
