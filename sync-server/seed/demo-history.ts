/**
 * Three months of the demo café as regular operations: sign-ups, purchases, redemptions, coupons,
 * an occasional reversal. Uses a fixed seed and fixed ids, so an interrupted seeding can resume.
 */
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import type { AskedOperation } from '#sync-server/engine/operation.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { demoPerson } from './demo-people.ts'
import { type Random, seededRandom } from './random.ts'

interface DemoReward {
  id: string
  pointsRequired: number
}

export interface DemoDay {
  /** Days before today. */
  daysAgo: number
  operations: AskedOperation[]
  scans: number
}

const historyDays = 90

interface Regular {
  memberId: string
  /** Probability of a visit on a day. */
  habit: number
  points: number
}

export function demoHistory(businessId: string, rewards: DemoReward[], now: Date): DemoDay[] {
  const random = seededRandom(20_261_121)
  const regulars: Regular[] = []
  const days: DemoDay[] = []
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo -= 1) {
    const day = new DayWriter(businessId, daysAgo, new Date(now.getTime() - daysAgo * dayMs))
    // A growing café: more people join in recent weeks, and on weekends.
    const weekend = [0, 6].includes(day.at.getUTCDay())
    const joining = random.between(0, (daysAgo < 30 ? 3 : 2) + (weekend ? 1 : 0))
    for (let index = 0; index < joining; index += 1) {
      regulars.push(day.signUp(random, regulars.length))
    }
    for (const regular of regulars) {
      if (random.next() < regular.habit) day.visit(random, regular, rewards)
    }
    days.push({ daysAgo, operations: day.operations, scans: joining + random.between(0, 4) })
  }
  return days
}

class DayWriter {
  readonly operations: AskedOperation[] = []
  readonly at: Date
  readonly #businessId: string
  readonly #daysAgo: number

  constructor(businessId: string, daysAgo: number, at: Date) {
    this.#businessId = businessId
    this.#daysAgo = daysAgo
    this.at = at
  }

  signUp(random: Random, number: number): Regular {
    const person = demoPerson(random, number)
    const memberId = idFrom(this.#businessId, 'demo member', String(number))
    const marketing = random.next() < 0.6
    this.#ask('customer.signUp', {
      memberId,
      ...person,
      marketingEmailConsent: marketing,
      marketingSmsConsent: marketing && person.phone !== null && random.next() < 0.4,
      pushNotificationConsent: random.next() < 0.3,
      termsAccepted: true,
      privacyPolicyAccepted: true,
    })
    return { memberId, habit: 0.01 + random.next() ** 3 * 0.35, points: 100 }
  }

  visit(random: Random, regular: Regular, rewards: DemoReward[]): void {
    const cents = random.between(320, 2650)
    const purchaseId = this.#newId()
    this.#ask('purchase.record', {
      purchaseId,
      memberId: regular.memberId,
      amount: (cents / 100).toFixed(2),
      note: null,
    })
    const earned = Math.floor(cents / 100)
    if (random.next() < 0.01) {
      this.#ask('purchase.reverse', { purchaseId, memberId: regular.memberId })
      return
    }
    regular.points += earned
    const affordable = rewards.filter((reward) => reward.pointsRequired <= regular.points)
    if (affordable.length === 0 || random.next() > 0.18) return
    const reward = random.pick(affordable)
    this.#ask('reward.redeem', {
      couponId: this.#newId(),
      memberId: regular.memberId,
      rewardId: reward.id,
      pointsSeen: reward.pointsRequired,
    })
    regular.points -= reward.pointsRequired
  }

  #ask<Name extends OperationName>(name: Name, payload: OperationPayload<Name>): void {
    this.operations.push({
      operationId: this.#newId(),
      outboxId: null,
      seq: null,
      name,
      v: 1,
      madeAt: this.at,
      discarded: false,
      replaces: null,
      payload,
    })
  }

  #made = 0
  #newId(): string {
    this.#made += 1
    return idFrom(this.#businessId, 'demo', String(this.#daysAgo), String(this.#made))
  }
}
