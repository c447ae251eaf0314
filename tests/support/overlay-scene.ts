/** For tests only: a few rows of a business and an outbox over them. */
import { v7 } from 'uuid'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { readCustomer } from '#pwa/loyalty/customer.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import {
  type OperationName,
  type OperationPayload,
  operationEntry,
} from '#schema/contract/operation.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'

export const businessId = v7()
export const ada = { id: v7(), firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
export const at = '2026-11-01T10:00:00.000Z'
export const coffee = {
  id: v7(),
  name: 'Free coffee',
  description: '',
  pointsRequired: 50,
  discountType: 'fixed' as const,
  discountValue: '3.00',
  isActive: true,
  expiryDate: null,
  stock: null,
  limitPerMember: null,
  redeemedCount: 0,
  retiredAt: null,
  revision: v7(),
}

export function setUp() {
  const outbox = new OutboxMirror()
  const records = loadedRecords([
    {
      table: 'business',
      rows: [{ id: businessId, pointsPerDollar: 2, welcomePoints: 100 } as { id: string }],
      gone: [],
    },
    {
      table: 'customer',
      rows: [
        { ...ada, phone: null, points: 60, totalSpent: '30.00', createdAt: at } as { id: string },
      ],
      gone: [],
    },
    { table: 'reward', rows: [coffee], gone: [] },
  ])
  const device = { records, outbox, identity: { businessId } }
  let place = 0
  function ask<Name extends OperationName>(
    name: Name,
    payload: OperationPayload<Name>,
    more: Partial<OutboxRow> = {},
  ): OutboxRow {
    place += 1
    const row: OutboxRow = {
      place,
      seq: place,
      operationId: v7(),
      outboxId: 'o',
      discarded: false,
      unreadable: false,
      name,
      v: operationEntry(name).v,
      payload,
      madeAt: at,
      status: 'waiting',
      version: null,
      code: null,
      message: null,
      result: null,
      replaces: null,
      ...more,
    }
    outbox.put([row])
    return row
  }
  const shown = (id = ada.id) => readCustomer(viewOf(device), id)
  return { records, outbox, device, ask, shown }
}

export const purchase = (amount: string) => ({ purchaseId: v7(), memberId: ada.id, amount })
export const grace = {
  memberId: v7(),
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
}
