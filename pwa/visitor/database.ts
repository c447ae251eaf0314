/**
 * What a public phone keeps: look-ups seen, its outbox of documented calls, customers' pages.
 * Runs in a window and in the service worker alike. Transactions are strict: when a write
 * resolves, it is on disk (docs/sync-protocol.md).
 */
import { Dexie, type Table } from 'dexie'
import type { CustomerPage, SignUpAnswer, SignUpPayload } from '#schema/contract/customer.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import type { FieldProblem } from '#schema/contract/refusal.ts'

export interface KeptLookUp {
  code: string
  lookUp: SignUpLookup
  /** When it was asked for, in ms of this device's clock. */
  fetchedAt: number
}

export interface KeptPage {
  customerId: string
  page: CustomerPage
  fetchedAt: number
}

export interface Refusal {
  code: string
  message: string
  errors: FieldProblem[]
}

/** 'sending' after a crash means: sent, answer unknown; the same key is sent again. */
export type RowStatus = 'waiting' | 'sending' | 'parked' | 'applied' | 'refused'

interface AnyRow {
  /** The order in which things were asked for; given by the database. */
  seq?: number
  /** Goes out as the Idempotency-Key, the same one on every try. */
  operationId: string
  status: RowStatus
  createdAt: number
  tries: number
  /** Not sent before this moment, because the server asked for patience; 0 is at once. */
  retryAt: number
  settledAt: number | null
  refusal: Refusal | null
}

export interface SignUpRow extends AnyRow {
  kind: 'signUp'
  code: string
  customerId: string
  memberId: string
  payload: SignUpPayload
  answer: SignUpAnswer | null
  /** Someone of a business is signed in on this device: the row goes once it is sent. */
  till: boolean
}

export interface ScanRow extends AnyRow {
  kind: 'scan'
  code: string
}

export interface RedeemRow extends AnyRow {
  kind: 'redeem'
  customerId: string
  rewardId: string
  rewardName: string
  /** What the person saw it cost; held back on their card until the verdict. */
  pointsSeen: number
  couponCode: string | null
}

export type OutboxRow = SignUpRow | ScanRow | RedeemRow

class VisitorDatabase extends Dexie {
  declare lookUps: Table<KeptLookUp, string>
  declare outbox: Table<OutboxRow, number>
  declare pages: Table<KeptPage, string>

  constructor() {
    super('regulars-visitor', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      lookUps: 'code',
      outbox: '++seq, &operationId, customerId',
      pages: 'customerId',
    })
  }
}

export const database = new VisitorDatabase()
