/** Keeps search words out of a call's address, because proxies log addresses. */
import { expect, test } from 'vitest'
import { request } from './request.ts'

test.each(['ann@example.com', '+1 555 010 0100', 'Zoë & \ud800'])(
  'sends the words %j of a search in a header, not in the address',
  async (words) => {
    const asked: [string, string | null][] = []
    await request(
      { method: 'GET', path: '/api/business/:businessId/customers' },
      {
        params: { businessId: 'b1' },
        query: { q: words, limit: 10 },
        fetch: async (address, init) => {
          asked.push([String(address), new Headers(init?.headers).get('Regulars-Query')])
          return new Response('[]', { headers: { 'Regulars-Api': '1' } })
        },
      },
    )
    const [address, header] = asked[0] ?? ['', null]
    expect(address).toBe('/api/business/b1/customers?limit=10')
    expect(new URLSearchParams(header ?? '').get('q')).toBe(words.toWellFormed())
  },
)
