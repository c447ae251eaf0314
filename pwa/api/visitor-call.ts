/**
 * The public calls, without the rest of the catalog, so that a visitor's phone loads only what it
 * needs.
 */
import type { CallAnswer } from '#schema/contract/api.ts'
import { visitorCalls } from '#schema/contract/calls/visitor.ts'
import type { CallOptions } from './call.ts'
import { request } from './request.ts'

/** @throws CallRefused if the server refused, NoAnswer if our server did not answer */
export async function callAsVisitor<Name extends keyof typeof visitorCalls>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  return (await request(visitorCalls[name], options)) as CallAnswer<Name>
}
