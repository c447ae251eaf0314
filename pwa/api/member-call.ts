/** A member's calls about their card and their own data, without the rest of the catalog. */
import type { CallAnswer } from '#schema/contract/api.ts'
import { memberCalls } from '#schema/contract/calls/member.ts'
import type { CallOptions } from './call.ts'
import { noteSent } from './last-saved.ts'
import { request } from './request.ts'

/** @throws CallRefused if the server refused, NoAnswer if our server did not answer */
export async function callAsMember<Name extends keyof typeof memberCalls>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  const answer = (await request(memberCalls[name], options)) as CallAnswer<Name>
  noteSent(memberCalls[name])
  return answer
}
