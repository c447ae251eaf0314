/**
 * Every operation of the catalog: a lost answer is repeated without another effect, even after the
 * server was killed in between; a server killed in the middle leaves nothing behind, and the same
 * push then counts once. Afterwards the ledger adds up.
 */
import { expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { idFrom, newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey, prove } from '#tests/support/till.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()

type Payloads = { [Name in OperationName]: OperationPayload<Name> }
type Asked<Name extends OperationName> = [name: Name, payload: Payloads[Name]]
type AnyAsked = { [Name in OperationName]: Asked<Name> }[OperationName]

/** A shop whose owner has signed up a member and sold them something; all ids belong to the row. */
interface Setting extends TestBusiness {
  memberId: string
  purchaseId: string
  couponId: string
  /** The member's email. */
  email: string
  /** Staff can't correct an email. */
  isOwner: boolean
}

interface Row<Name extends OperationName> {
  before?: (at: Setting) => AnyAsked[]
  payload: (at: Setting, device: TestDevice) => Payloads[Name] | Promise<Payloads[Name]>
}

const redeemed = ({ couponId, memberId, rewardId }: Setting): AnyAsked[] => [
  ['reward.redeem', { couponId, memberId, rewardId, pointsSeen: 50 }],
]

const newCampaign = (campaignId: string): Payloads['campaign.create'] => ({
  ...campaignTerms({ audience: { kind: 'points', points: 10 } }),
  campaignId,
})

async function codeOf(couponId: string): Promise<string> {
  const [coupon] = await running.sql`select code from coupon where id = ${couponId}`
  return coupon?.code ?? ''
}

/** Another member with the same mailbox, whose welcome is therefore held. */
const heldOf = (memberId: string) => idFrom('held', memberId)
const emailOf = (memberId: string) => `corrected.${memberId}@example.com`
const mailboxOf = (memberId: string) => `${memberId}+again@example.com`

/** A second member, whose id comes after all that are made now. */
const otherOf = (memberId: string) => `ffff${memberId.slice(4)}`
const otherMember = ({ memberId }: Setting): AnyAsked[] => [
  ['customer.signUp', signUpPayload({ memberId: otherOf(memberId) })],
]
const pairOf = ({ memberId }: Setting) => ({ oneId: memberId, otherId: otherOf(memberId) })

/** The compiler requires a row for each operation. */
const rows: { [Name in OperationName]: Row<Name> } = {
  // At a till without an email.
  'customer.signUp': {
    before: () => [
      ['program.change', { revision: firstRuleId, changes: { signUpWithoutEmail: true } }],
    ],
    payload: ({ isOwner }) => signUpPayload(isOwner ? {} : { email: '', phone: '+1 555 010 0177' }),
  },
  'purchase.record': {
    payload: ({ memberId }) => ({ purchaseId: newId(), memberId, amount: '7.35', note: null }),
  },
  'purchase.reverse': {
    payload: ({ purchaseId, memberId }) => ({ purchaseId, memberId, amount: '3.10' }),
  },
  'points.adjust': {
    payload: ({ memberId }) => ({
      memberId,
      points: -700,
      reason: 'Typed twice',
      acceptDebt: true,
    }),
  },
  'customer.note': {
    payload: ({ memberId }) => ({ memberId, note: 'Oat milk', noteSeen: '' }),
  },
  'customer.change': {
    payload: ({ memberId, email, isOwner }) => ({
      memberId,
      changes: {
        firstName: 'Augusta',
        phone: '+1 555 010 0142',
        ...(isOwner && { email: emailOf(memberId) }),
      },
      seen: { firstName: 'Bo', phone: '', ...(isOwner && { email }) },
    }),
  },
  'customer.join': {
    before: otherMember,
    payload: ({ memberId }) => ({ keepId: otherOf(memberId), joinId: memberId }),
  },
  'customer.separate': {
    before: (at) => [
      ...otherMember(at),
      ['customer.join', { keepId: otherOf(at.memberId), joinId: at.memberId }],
      [
        'points.adjust',
        { memberId: at.memberId, points: -5, reason: 'Typed twice', acceptDebt: true },
      ],
    ],
    payload: ({ memberId }) => ({ keepId: otherOf(memberId), joinId: memberId, spentSeen: 0 }),
  },
  'pair.propose': { before: otherMember, payload: pairOf },
  'pair.separate': { before: otherMember, payload: pairOf },
  'welcome.decide': {
    before: ({ memberId }) => [
      [
        'customer.signUp',
        signUpPayload({ memberId: heldOf(memberId), email: mailboxOf(memberId) }),
      ],
    ],
    payload: ({ memberId }) => ({ memberId: heldOf(memberId), release: true }),
  },
  'program.change': {
    payload: () => ({
      revision: firstRuleId,
      changes: { pointsPerDollar: 2, welcomePoints: 5, askAbove: '250.00' },
    }),
  },
  'reward.create': {
    payload: () => ({
      rewardId: newId(),
      name: 'Cake',
      description: 'A slice',
      pointsRequired: 80,
      discountType: 'percentage',
      discountValue: '20.00',
      expiryDate: null,
      stock: 3,
      limitPerMember: 1,
    }),
  },
  'reward.change': {
    payload: ({ rewardId }) => ({
      rewardId,
      revision: firstRuleId,
      changes: { pointsRequired: 60, isActive: false },
    }),
  },
  'campaign.create': { payload: () => newCampaign(newId()) },
  'campaign.change': {
    before: ({ couponId }) => [['campaign.create', newCampaign(couponId)]],
    payload: async ({ couponId: campaignId }) => {
      const [row] = await running.sql`select revision from campaign where id = ${campaignId}`
      const changes = { isActive: false, name: 'Summer treat' }
      return { campaignId, revision: row?.revision ?? '', changes }
    },
  },
  'reward.redeem': {
    payload: ({ memberId, rewardId }) => ({
      couponId: newId(),
      memberId,
      rewardId,
      pointsSeen: 50,
    }),
  },
  'redemption.undo': {
    before: redeemed,
    payload: ({ couponId, memberId }) => ({ couponId, memberId }),
  },
  'coupon.use': {
    before: redeemed,
    payload: async ({ couponId }) => ({ code: await codeOf(couponId), useId: newId() }),
  },
  'couponUse.undo': {
    before: redeemed,
    payload: async ({ couponId, memberId }, device) => {
      const useId = newId()
      const use = device.make('coupon.use', { code: await codeOf(couponId), useId })
      expect((await device.push(use)).body.verdicts).toMatchObject([{ status: 'applied' }])
      return { useId, couponId, memberId }
    },
  },
}
const names = Object.keys(rows) as OperationName[]

/** Makes the staff operations of the catalog at a shared till. */
async function provedAtTill(shop: TestBusiness) {
  const { till } = await enrollTill(running, shop)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const { person, key } = await personWithKey(staff, till)
  return { till, prove: (operation: PushedOperation) => prove(operation, person.id, key) }
}

async function open(name: OperationName, isAtTill = false) {
  const shop = await createTestBusiness(running)
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const person = signUpPayload()
  const { memberId } = person
  const ids = { memberId, purchaseId: newId(), couponId: newId() }
  const setting: Setting = { ...shop, ...ids, email: person.email, isOwner: !isAtTill }
  const { purchaseId } = setting
  const row = rows[name] as Row<OperationName>
  const before: AnyAsked[] = [
    ['customer.signUp', person],
    ['purchase.record', { purchaseId, memberId, amount: '500.00', note: null }],
    ...(row.before?.(setting) ?? []),
  ]
  const made = before.map(([each, payload]) => device.make(each, payload))
  const { body } = await device.push(...made)
  expect(body.verdicts.map(({ status }) => status)).toEqual(made.map(() => 'applied'))
  const payload = await row.payload(setting, device)
  if (!isAtTill) return { ...setting, device, operation: device.make(name, payload) }
  const { till, prove } = await provedAtTill(shop)
  return { ...setting, device: till, operation: prove(till.make(name, payload)) }
}

/** All of the business's rows, except tables that count pushes rather than their effect. */
async function contentOf({ businessId }: TestBusiness): Promise<Record<string, string>> {
  const tables = await running.sql`select table_name as table from information_schema.columns
    where column_name = 'business_id' and table_schema = 'public'
      and table_name not in ('outbox', 'business_version', 'session')
    order by 1`
  const content: Record<string, string> = {}
  for (const { table } of [...tables, { table: 'business' }]) {
    const [row] = await running.sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '')
      as digest from ${running.sql(table)} t
      where ${running.sql(table === 'business' ? 'id' : 'business_id')} = ${businessId}`
    content[table] = row?.digest ?? ''
  }
  return content
}

async function expectAddsUp({ businessId }: TestBusiness): Promise<void> {
  expect(await running.server.doors.tenantSnapshot(businessId, verifyLedger)).toEqual([])
}

/** Each operation, on an owner's device and, for staff operations, at a till by PIN. */
const makers = [
  ...names.map((name) => [name, 'on their own device', false] as const),
  ...(
    [
      'customer.signUp',
      'customer.change',
      'purchase.record',
      'reward.redeem',
      'coupon.use',
    ] as const
  ).map((name) => [name, 'at a till', true] as const),
]

test.each(makers)(
  '%s %s: repeats a lost answer, even from another server',
  async (name, _where, isAtTill) => {
    const at = await open(name, isAtTill)
    const untouched = await contentOf(at)
    const first = await at.device.push(at.operation)
    expect(first.body.verdicts).toMatchObject([{ status: 'applied' }])
    const done = await contentOf(at)
    expect(done).not.toEqual(untouched)

    expect((await at.device.push(at.operation)).body.verdicts).toEqual(first.body.verdicts)
    await running.crash()
    expect((await at.device.push(at.operation)).body.verdicts).toEqual(first.body.verdicts)
    expect(await contentOf(at)).toEqual(done)
    await expectAddsUp(at)
  },
)

test.each(makers)(
  '%s %s: leaves nothing when killed in the middle, and then counts once',
  async (name, _where, isAtTill) => {
    const at = await open(name, isAtTill)
    const untouched = await contentOf(at)
    await running.sql.begin(async (holding) => {
      // The effect is written; its verdict, which is stored last, is blocked.
      await holding`lock table applied_operation in share row exclusive mode`
      const asked = at.device.push(at.operation).catch(() => 'no answer')
      await untilWaiting(running)
      await running.crash()
      expect(await asked).toBe('no answer')
    })
    expect(await contentOf(at)).toEqual(untouched)

    const again = await at.device.push(at.operation)
    expect(again.body.verdicts).toMatchObject([{ status: 'applied' }])
    const done = await contentOf(at)
    expect((await at.device.push(at.operation)).body.verdicts).toEqual(again.body.verdicts)
    expect(await contentOf(at)).toEqual(done)
    await expectAddsUp(at)
  },
)
