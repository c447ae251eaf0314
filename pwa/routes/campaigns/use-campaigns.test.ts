/** Which of this device's changes the list shows while they are sent and the list is reloaded. */
import { expect, test } from 'vitest'
import type { QueuedCampaign } from '#pwa/loyalty/campaign.ts'
import { reduceLaid } from './use-campaigns.ts'

const change = (operationId: string): QueuedCampaign => ({
  operationId,
  madeAt: '2026-05-02T00:00:00.000Z',
  campaignId: 'known',
  revision: 'first',
  changes: { isActive: false },
})

test.each([
  ['shows a new change', 'queued', { laid: [], queued: ['a'], shown: ['a'] }],
  ['keeps a sent change', 'queued', { laid: ['a'], queued: [], shown: ['a'] }],
  ['puts new changes after sent ones', 'queued', { laid: ['a'], queued: ['b'], shown: ['a', 'b'] }],
  ['counts a waiting change once', 'queued', { laid: ['a'], queued: ['a'], shown: ['a'] }],
  ['drops sent changes for a new list', 'listed', { laid: ['a'], queued: [], shown: [] }],
  ['keeps unsent changes over it', 'listed', { laid: ['a', 'b'], queued: ['b'], shown: ['b'] }],
] as const)('%s (%s)', (_, kind, { laid, queued, shown }) => {
  const next = reduceLaid(laid.map(change), { kind, queued: queued.map(change) })
  expect(next.map(({ operationId }) => operationId)).toEqual(shown)
})
