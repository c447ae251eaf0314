/** A call that answers a file: a refusal says what any call's does, and half a file is none. */
import type { CallName } from '#schema/contract/api.ts'
import { type CallOptions, call } from './call.ts'

/** @throws CallRefused, NoAnswer */
export async function callFile<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Blob> {
  let file = new Blob()
  await call(name, {
    ...options,
    fetch: async (...request) => {
      const response = await (options.fetch ?? globalThis.fetch)(...request)
      if (!response.ok) return response
      file = await response.blob()
      return new Response('null', { headers: response.headers })
    },
  })
  return file
}
