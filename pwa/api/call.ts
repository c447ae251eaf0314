/** Every direct call of the app, by its name in the catalog. */
import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallParams,
  callEntry,
} from '#schema/contract/api.ts'
import { type RequestOptions, request } from './request.ts'

export interface CallOptions<Name extends CallName> extends RequestOptions {
  params?: CallParams<Name>
  body?: CallInput<Name>
}

/** @throws CallRefused when the server said no, NoAnswer when nobody answered for it */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  return (await request(callEntry(name), options)) as CallAnswer<Name>
}
