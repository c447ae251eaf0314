/**
 * The visitor's database on a phone: cached look-ups, an outbox of documented calls, and customers'
 * pages. Rows carry an operation's name and payload, as on the devices of a business. Used in
 * windows and in the service worker. Transactions are strict: when a write resolves, it is on disk
 * (docs/sync-protocol.md).
 */
import { Dexie, type Table } from 'dexie'
import { abortWhenLeft } from '#pwa/device/abort-when-left.ts'
import { patientStorage } from '#pwa/device/patient-storage.ts'
import { visitorDatabaseName } from '#pwa/visitor/earlier-storage.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import type { FieldProblem } from '#schema/contract/refusal.ts'
import type { SignUpAnswer, SignUpLookup, SignUpPayload } from '#schema/contract/sign-up.ts'

export interface KeptLookUp {
  code: string
  lookUp: SignUpLookup
  /** When it was requested, in ms of this device's clock. */
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
  /** The order in which rows were made; assigned by the database. */
  seq?: number
  /** Sent as the Idempotency-Key, the same on every try. */
  operationId: string
  status: RowStatus
  createdAt: number
  tries: number
  /** Do not send before this time, because the server asked for a delay; 0 means at once. */
  retryAt: number
  settledAt: number | null
  /** Sent again to a restored server; no news for the person. */
  isAgain?: boolean
  refusal: Refusal | null
  /** The device is shared, so the row is deleted once it is sent. */
  till?: boolean
}

export interface SignUpRow extends AnyRow {
  name: 'customer.signUp'
  code: string
  customerId: string
  memberId: string
  payload: SignUpPayload
  answer: SignUpAnswer | null
  till: boolean
}

/** A sign-up page opened offline; sending the look-up call counts it. */
export interface ScanRow extends AnyRow {
  name: 'signUp.lookUp'
  code: string
}

export interface RedeemRow extends AnyRow {
  name: 'reward.redeem'
  customerId: string
  rewardName: string
  /** `pointsSeen` is reserved on the card until the verdict. */
  payload: Pick<OperationPayload<'reward.redeem'>, 'rewardId' | 'pointsSeen'>
  couponCode: string | null
}

/** Marks a database that no window has looked at yet (evicted.ts). */
interface NewMeta {
  key: 'new'
  unsent: 0
}

interface EvictedMeta {
  key: 'evicted'
  unsent: number
}

export type OutboxRow = SignUpRow | ScanRow | RedeemRow

/** The server that last answered this phone. */
export interface KeptServer {
  key: 'own'
  epoch: string
  /** When this phone noticed that another database answers, in ms of its clock. */
  restoredAt: number | undefined
}

/** A row as version 1 of the database stored it, in a table called `outbox`. */
interface FirstRow extends AnyRow {
  kind: 'signUp' | 'scan' | 'redeem'
  rewardId?: string
  pointsSeen?: number
}

const namesByKind = {
  signUp: 'customer.signUp',
  scan: 'signUp.lookUp',
  redeem: 'reward.redeem',
} as const

function toOutboxRow({ kind, rewardId, pointsSeen, ...row }: FirstRow) {
  const name = namesByKind[kind]
  return kind === 'redeem' ? { ...row, name, payload: { rewardId, pointsSeen } } : { ...row, name }
}

class VisitorDatabase extends Dexie {
  declare lookUps: Table<KeptLookUp, string>
  declare meta: Table<NewMeta | EvictedMeta, string>
  declare operations: Table<OutboxRow, number>
  declare pages: Table<KeptPage, string>
  declare servers: Table<KeptServer, string>

  constructor() {
    super(visitorDatabaseName, { chromeTransactionDurability: 'strict', ...patientStorage() })
    abortWhenLeft(this)
    this.version(1).stores({
      lookUps: 'code',
      outbox: '++seq, &operationId, customerId',
      pages: 'customerId',
    })
    // Rows move to another table: a tab that still runs version 1's code would misread them and
    // take a sign-up for a scan.
    this.version(2)
      .stores({ operations: '++seq, &operationId, customerId' })
      .upgrade(async (transaction) => {
        const rows = await transaction.table<FirstRow>('outbox').orderBy('seq').toArray()
        await transaction.table('operations').bulkAdd(rows.map(toOutboxRow))
      })
    this.version(3).stores({ outbox: null })
    this.version(4).stores({ servers: 'key' })
    this.version(5).stores({ meta: 'key' })
    this.on('populate', (transaction) => transaction.table('meta').add({ key: 'new', unsent: 0 }))
  }
}

export const database = new VisitorDatabase()
