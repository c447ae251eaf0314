/** Calls that answer with a file. Errors are those of any call, and a partial file is discarded. */
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
