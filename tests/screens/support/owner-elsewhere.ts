/** The owner, who changes the business's rewards from another device. */
import type { RewardChanges, RewardTerms } from '#schema/contract/reward.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'
import { expect } from './screen-test.ts'

export async function ownerOf({ url, sql }: TestServer, { ownerEmail }: TestBusiness) {
  const device = new TestDevice(await new TestBrowser(url).signIn(ownerEmail))
  async function push(...made: Parameters<TestDevice['push']>) {
    const { verdicts } = (await device.push(...made)).body
    expect(verdicts.map(({ status }) => status)).toEqual(made.map(() => 'applied'))
  }
  return {
    async offer(name: string, pointsRequired: number, terms: Partial<RewardTerms> = {}) {
      const rewardId = newId()
      const offered = { description: '', discountType: 'fixed', discountValue: '2.00' } as const
      const rest = { expiryDate: null, stock: null, limitPerMember: null, ...terms }
      const payload = { ...offered, ...rest, rewardId, name, pointsRequired }
      await push(device.make('reward.create', payload))
      return rewardId
    },
    async change(rewardId: string, changes: RewardChanges) {
      const [row] = await sql`select revision from reward where id = ${rewardId}`
      const revision = row?.revision ?? ''
      await push(device.make('reward.change', { rewardId, revision, changes }))
    },
  }
}
