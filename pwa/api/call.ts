/** Makes a direct call by its name in the catalog. */
import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallParams,
  callEntry,
} from '#schema/contract/api.ts'
import { noteSent } from './last-saved.ts'
import { type RequestOptions, request } from './request.ts'

export interface CallOptions<Name extends CallName> extends RequestOptions {
  params?: CallParams<Name>
  body?: CallInput<Name>
}

/** @throws CallRefused if the server refused, NoAnswer if our server did not answer */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  const entry = callEntry(name)
  const answer = (await request(entry, options)) as CallAnswer<Name>
  noteSent(entry)
  return answer
}
