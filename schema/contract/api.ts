/**
 * The catalog of every direct call: method, path, access, input and output. The server's routes,
 * the app's fetch and the authorization matrix are all built from it.
 */
import type * as z from 'zod/mini'
import { accountCalls } from './calls/account.ts'
import { brandCalls } from './calls/brand.ts'
import { businessCalls } from './calls/business.ts'
import type { Call } from './calls/call.ts'
import { mailCalls } from './calls/mail.ts'
import { memberCalls } from './calls/member.ts'
import { memberImportCalls } from './calls/member-import.ts'
import { platformCalls } from './calls/platform.ts'
import { secondFactorCalls } from './calls/second-factor.ts'
import { staffCalls } from './calls/staff.ts'
import { syncCalls } from './calls/sync.ts'
import { visitorCalls } from './calls/visitor.ts'

export const api = {
  ...accountCalls,
  ...brandCalls,
  ...businessCalls,
  ...mailCalls,
  ...memberCalls,
  ...memberImportCalls,
  ...platformCalls,
  ...secondFactorCalls,
  ...staffCalls,
  ...syncCalls,
  ...visitorCalls,
} as const

export type CallName = keyof typeof api
type Entry<Name extends CallName> = (typeof api)[Name]

/** ':businessId' parts of a path by name. */
type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type CallParams<Name extends CallName> = Record<PathNames<Entry<Name>['path']>, string>
export type CallBody<Name extends CallName> =
  Entry<Name> extends { body: infer Body extends z.ZodMiniType } ? z.infer<Body> : undefined
/** The input of a caller: fields with a default are optional. */
export type CallInput<Name extends CallName> =
  Entry<Name> extends { body: infer Body extends z.ZodMiniType } ? z.input<Body> : undefined
export type CallQuery<Name extends CallName> =
  Entry<Name> extends { query: infer Query extends z.ZodMiniType } ? z.infer<Query> : undefined
export type CallAnswer<Name extends CallName> = z.infer<Entry<Name>['answer']>

/** The typed view of one entry, for code that treats all calls alike. */
export function callEntry(name: CallName): Call {
  return api[name]
}
