/** The public calls, without the rest of the catalog: a stranger's phone loads what it needs. */
import type { CallAnswer } from '#schema/contract/api.ts'
import { visitorCalls } from '#schema/contract/calls/visitor.ts'
import type { CallOptions } from './call.ts'
import { request } from './request.ts'

/** @throws CallRefused when the server said no, NoAnswer when nobody answered for it */
export async function callAsVisitor<Name extends keyof typeof visitorCalls>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  return (await request(visitorCalls[name], options)) as CallAnswer<Name>
}
