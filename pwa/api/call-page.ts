/**
 * Fetches one page of a list call: its rows, and the cursor of the next page from the server's Link
 * header (RFC 8288).
 */
import type { CallAnswer, CallName } from '#schema/contract/api.ts'
import { type CallOptions, call } from './call.ts'

/** The calls that answer with a list. */
export type ListName = {
  [Name in CallName]: CallAnswer<Name> extends readonly unknown[] ? Name : never
}[CallName]
export type RowOf<Name extends ListName> = CallAnswer<Name>[number]

export interface ListPage<Row> {
  rows: Row[]
  /** Null on the last page. */
  next: string | null
}

/** @throws CallRefused, NoAnswer */
export async function callPage<Name extends ListName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<ListPage<RowOf<Name>>> {
  let link: string | null = null
  const rows = await call(name, {
    ...options,
    fetch: async (...request) => {
      const response = await (options.fetch ?? globalThis.fetch)(...request)
      link = response.headers.get('Link')
      return response
    },
  })
  return { rows: rows as RowOf<Name>[], next: cursorOf(link) }
}

function cursorOf(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;\s*rel="next"/)?.[1]
  return address ? new URLSearchParams(address.split('?')[1]).get('cursor') : null
}
