/** The list of campaigns: the server's rows, overlaid with this device's pending changes. */
import { expect, test } from 'vitest'
import type { CampaignTerms, ListedCampaign } from '#schema/contract/campaign.ts'
import { layOver, type QueuedCampaign } from './campaign.ts'

const terms: CampaignTerms = {
  name: 'Spring treat',
  audience: { kind: 'points', points: 10 },
  subject: 'A treat',
  message: 'Come by.',
  discountType: 'percentage',
  discountValue: '20.00',
  couponDays: 30,
  isActive: true,
}
const listed: ListedCampaign = {
  ...terms,
  id: 'known',
  finishedAt: null,
  revision: 'first',
  createdAt: '2026-05-01T00:00:00.000Z',
  audienceCount: null,
  given: 4,
  sent: 3,
  opened: 2,
  redeemed: 1,
  revenue: '9.50',
}
const madeAt = '2026-05-02T00:00:00.000Z'
const change = (operationId: string, revision: string, changes: object): QueuedCampaign => ({
  operationId,
  madeAt,
  campaignId: 'known',
  revision,
  changes,
})

test('lists a campaign created here first, with no recipients; once known, counts it once', () => {
  const created = { operationId: 'made', madeAt, campaignId: 'new', terms }
  const shown = layOver([listed], [created])
  expect(shown.map(({ id, given, isQueued }) => [id, given, isQueued])).toEqual([
    ['new', 0, true],
    ['known', 4, false],
  ])
  expect(layOver([{ ...listed, id: 'new' }], [created])).toMatchObject([
    { given: 4, isQueued: false },
  ])
})

test('applies changes in the order of their revisions and keeps the results', () => {
  const shown = layOver(
    [listed],
    [change('second', 'first', { isActive: false }), change('third', 'second', { name: 'Tea' })],
  )
  expect(shown).toMatchObject([
    { name: 'Tea', isActive: false, revision: 'third', given: 4, isQueued: true },
  ])
})

test('ignores a change that the list already has, or that another change preceded', () => {
  const seen = change('second', 'first', { name: 'Tea' })
  expect(layOver([{ ...listed, revision: 'second', name: 'Tea' }], [seen])).toMatchObject([
    { name: 'Tea', isQueued: false },
  ])
  expect(layOver([{ ...listed, revision: 'elsewhere' }], [seen])).toMatchObject([
    { name: 'Spring treat', isQueued: false },
  ])
})

test('removes a campaign retired here from the list at once', () => {
  expect(layOver([listed], [change('second', 'first', { retired: true })])).toEqual([])
})
