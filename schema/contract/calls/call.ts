/** The shape of an entry in the catalog of direct calls, and schemas that many of them share. */
import * as z from 'zod/mini'
import { limits } from '#schema/contract/limits.ts'
import type { Permission } from '#schema/contract/permission.ts'

/**
 * 'anyone' needs nothing; 'signedIn' a session; 'customerKey' the key in the path, or a session of
 * that business; a permission is checked for the `businessId` in the path, if there is one.
 */
export type Access = 'anyone' | 'signedIn' | 'customerKey' | Permission

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  /** JSON body; absent if the call takes none. */
  body?: z.ZodMiniType
  /** The body is a picture, with its own content type. */
  upload?: true
  query?: z.ZodMiniType
  answer: z.ZodMiniType
  /** The answer is bytes, not JSON. */
  raw?: true
  status?: 200 | 201
  /**
   * Repeating it does no harm: it only reads, opens a session, or is retried automatically. After a
   * failure, no screen says that it was saved.
   */
  repeatable?: true
  /** A locked till may make this call. */
  whileLocked?: true
}

export const call = <const C extends Call>(entry: C) => entry

export const done = z.object({ message: z.string() })
export const page = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  q: z.optional(z.string().check(z.maxLength(limits.searchLength))),
})
