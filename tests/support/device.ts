/**
 * A business's device from the push's point of view: an outbox with sequence numbers, and a cursor.
 */

import type { Audience, CampaignTerms } from '#schema/contract/campaign.ts'
import {
  isOperationName,
  type OperationName,
  type OperationPayload,
  operationEntry,
} from '#schema/contract/operation.ts'
import type { Problem } from '#schema/contract/refusal.ts'
import type { PullAnswer, PushAnswer, PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Answered, TestBrowser } from '#tests/support/browser-call.ts'

export class TestDevice {
  readonly browser: TestBrowser
  outboxId = newId()
  cursor: string | undefined
  #seq = 0

  constructor(browser: TestBrowser) {
    this.browser = browser
  }

  /** Operations made so far. */
  get made(): number {
    return this.#seq
  }

  /** Assigns the operation this outbox's next number. */
  make<Name extends OperationName>(
    name: Name,
    payload: OperationPayload<Name>,
    changes: Partial<PushedOperation> = {},
  ): PushedOperation {
    this.#seq += 1
    return {
      operationId: newId(),
      seq: this.#seq,
      name,
      v: isOperationName(name) ? operationEntry(name).v : 1,
      madeAt: new Date().toISOString(),
      payload,
      ...changes,
    }
  }

  push(...operations: PushedOperation[]): Promise<Answered<PushAnswer & Omit<Problem, 'status'>>> {
    return this.browser.call('sync.push', {
      body: { outboxId: this.outboxId, deviceNow: new Date().toISOString(), operations },
    })
  }

  /** Names the device's cursor, so that the answer brings the next pull. */
  async pushAndPull(...operations: PushedOperation[]): Promise<Answered<PushAnswer>> {
    const { outboxId, cursor } = this
    const deviceNow = new Date().toISOString()
    return this.browser.call('sync.push', { body: { outboxId, deviceNow, cursor, operations } })
  }

  /**
   * Pulls to the end, like an earlier release if it names no parked operations. @returns all
   * answers
   */
  async pull(parked?: readonly string[]): Promise<PullAnswer[]> {
    const answers: PullAnswer[] = []
    for (;;) {
      const answer = await this.browser.call('sync.pull', {
        query: {
          ...(this.cursor && { cursor: this.cursor }),
          ...(parked && { parked: parked.join(',') || 'none' }),
        },
      })
      if (answer.status !== 200) throw new Error(`pull: ${answer.status} ${answer.body.code}`)
      answers.push(answer.body)
      this.cursor = answer.body.cursor
      if (!answer.body.more) return answers
    }
  }
}

export function signUpPayload(
  changes: Partial<OperationPayload<'customer.signUp'>> = {},
): OperationPayload<'customer.signUp'> {
  const memberId = newId()
  return {
    memberId,
    firstName: 'Bo',
    lastName: 'Castellan',
    email: `${memberId}@example.com`,
    phone: null,
    marketingEmailConsent: false,
    marketingSmsConsent: false,
    pushNotificationConsent: false,
    termsAccepted: true,
    privacyPolicyAccepted: true,
    ...changes,
  }
}

/** A campaign's audience of every member. */
export const everyone: Extract<Audience, { kind: 'segment' }> = {
  kind: 'segment',
  pointsMin: null,
  pointsMax: null,
  visitedWithinDays: null,
  notVisitedForDays: null,
  joinedWithinDays: null,
  spentMin: null,
}

export function campaignTerms(changes: Partial<CampaignTerms> = {}): CampaignTerms {
  return {
    name: 'Spring treat',
    audience: everyone,
    subject: 'A treat for you',
    message: 'Come by for a slice.',
    discountType: 'percentage',
    discountValue: '20.00',
    couponDays: 30,
    isActive: true,
    ...changes,
  }
}
