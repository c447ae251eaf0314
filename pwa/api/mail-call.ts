/** The calls behind mailed links, without the rest of the catalog. */
import type { CallAnswer } from '#schema/contract/api.ts'
import { mailCalls } from '#schema/contract/calls/mail.ts'
import type { CallOptions } from './call.ts'
import { request } from './request.ts'

/** @throws CallRefused if the server refused, NoAnswer if our server did not answer */
export async function mailCall<Name extends keyof typeof mailCalls>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  return (await request(mailCalls[name], options)) as CallAnswer<Name>
}
