/**
 * The device protocol's calls (docs/sync-protocol.md), and the owner's decisions on parked work.
 */
import * as z from 'zod/mini'
import { deviceProof } from '#schema/contract/device.ts'
import { uuid } from '#schema/contract/id.ts'
import { limits } from '#schema/contract/limits.ts'
import {
  parkedDecision,
  parkedIds,
  parkedOperation,
  pullAnswer,
  pullCursor,
  pushAnswer,
  pushRequest,
  sealedAnswer,
  sealedWork,
  sealKey,
} from '#schema/contract/sync.ts'
import { tillKey, tillPerson } from '#schema/contract/till.ts'
import { call, done } from './call.ts'

export const syncCalls = {
  'sync.push': call({
    method: 'POST',
    path: '/api/sync/push',
    access: 'sync.device',
    repeatable: true,
    whileLocked: true,
    body: pushRequest,
    answer: pushAnswer,
  }),
  'sync.pull': call({
    method: 'GET',
    path: '/api/sync/pull',
    access: 'sync.device',
    query: z.object({
      cursor: z.optional(pullCursor),
      /** A device on a slow network requests smaller answers. */
      rows: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.pullRows))),
      /** 'true' requests the checksum of the version that the answer ends at. */
      check: z.optional(z.literal('true')),
      /** Comma-separated tables whose checksum differed, with the first request of a snapshot. */
      refetch: z.optional(z.string().check(z.maxLength(100))),
      /**
       * The operations that the device holds as parked: the answer says how they ended. Earlier
       * releases don't send it.
       */
      parked: z.optional(parkedIds),
    }),
    answer: pullAnswer,
  }),
  /** An event stream: "there is news, pull". */
  'sync.pokes': call({
    method: 'GET',
    path: '/api/sync/pokes',
    access: 'sync.device',
    answer: z.unknown(),
    raw: true,
  }),
  /** Each device with a session or with work, and which of its operations have arrived. */
  'business.devices': call({
    method: 'GET',
    path: '/api/business/:businessId/devices',
    access: 'device.view',
    answer: z.array(deviceProof),
  }),
  'business.parked': call({
    method: 'GET',
    path: '/api/business/:businessId/parked',
    access: 'parked.decide',
    answer: z.array(parkedOperation),
  }),
  'business.decideParked': call({
    method: 'POST',
    path: '/api/business/:businessId/parked',
    access: 'parked.decide',
    body: parkedDecision,
    answer: z.object({ settled: z.number() }),
  }),
  /** For a till: the people who may unlock it. */
  'sync.tillPeople': call({
    method: 'GET',
    path: '/api/sync/till-people',
    access: 'sync.device',
    whileLocked: true,
    answer: z.array(tillPerson),
  }),
  /**
   * For a till enrolled by an earlier app: the public key to seal its people's keys to from now on.
   */
  'sync.keepTillKey': call({
    method: 'POST',
    path: '/api/sync/till-key',
    access: 'sync.device',
    repeatable: true,
    whileLocked: true,
    body: z.object({ publicKey: tillKey }),
    answer: done,
  }),
  'sync.sealKey': call({
    method: 'GET',
    path: '/api/sync/seal-key',
    /** A device whose session ended for good hands its work over with it. */
    access: 'anyone',
    /** The outbox that the ticket is for; earlier releases send none. */
    query: z.object({ outboxId: z.optional(uuid) }),
    answer: sealKey,
  }),
  'sync.handSealed': call({
    method: 'POST',
    path: '/api/sync/sealed',
    /** A device whose session ended for good hands its work over with it. */
    access: 'anyone',
    repeatable: true,
    body: sealedWork,
    answer: sealedAnswer,
  }),
} as const
