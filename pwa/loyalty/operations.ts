/**
 * Everything the device knows about each operation it can queue: one entry per name, checked by the
 * compiler. Permissions, payloads and dependencies are in the contract's catalog.
 */
import { digestOf } from '#pwa/loyalty/coupon-digest.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { Layer } from '#pwa/loyalty/overlay/overlay-layer.ts'
import { layers } from '#pwa/loyalty/overlay/overlay-layers.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { operationTexts } from '#pwa/texts/operation.ts'
import { correctable } from '#schema/contract/correction.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import type { Purchase } from '#schema/contract/points.ts'

export type EditedField = keyof typeof operationTexts.fields

interface DeviceOperation<Name extends OperationName> {
  /** Its name on the outbox page. */
  label: () => string
  /** Its effect on the screen until the server's rows include it. */
  layer: Layer
  /** The member it is about, or null. */
  memberOf: (payload: OperationPayload<Name>, view: LoyaltyView) => string | null
  /**
   * A title with the customer and subject.
   * @param who the member's name
   */
  title: (payload: OperationPayload<Name>, view: LoyaltyView, who: string) => string
  /** Fields that a person typed and may correct; ids stay the same. */
  fields: readonly EditedField[]
  /** The typed fields are inside of this one, and only those that the payload has. */
  within?: 'changes'
}

type OperationParts<Name extends OperationName> = Omit<DeviceOperation<Name>, 'label' | 'layer'>

const ofMember = ({ memberId }: { memberId: string }, view: LoyaltyView) =>
  view.outbox.memberIdOf(memberId)
const ofNobody = () => null

const parts: { readonly [Name in OperationName]: OperationParts<Name> } = {
  'customer.signUp': {
    memberOf: ofMember,
    title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    fields: ['firstName', 'lastName', 'email', 'phone'],
  },
  'purchase.record': {
    memberOf: ofMember,
    title: ({ amount }, _, who) => operationTexts.amountFor(formatMoney(amount), who),
    fields: ['amount', 'note'],
  },
  'purchase.reverse': {
    memberOf: ofMember,
    title({ purchaseId, amount }, view, who) {
      const known = view.records.get('purchase', purchaseId)
      const taken = amount ?? (known && leftOf(known))
      return taken
        ? operationTexts.amountOf(formatMoney(taken), who)
        : operationTexts.aPurchaseOf(who)
    },
    fields: [],
  },
  'points.adjust': {
    memberOf: ofMember,
    title: ({ points }, _, who) => operationTexts.pointsFor(points, who),
    fields: ['reason'],
  },
  'customer.note': {
    memberOf: ofMember,
    title: (_, __, who) => operationTexts.noteAbout(who),
    fields: ['note'],
  },
  'customer.change': {
    memberOf: ofMember,
    title: ({ changes, undoOf }, _, who) => {
      const { phone } = undoOf ?? changes
      return operationTexts.correctionOf(who, correctedText({ ...changes, phone }))
    },
    fields: correctable,
    within: 'changes',
  },
  'customer.join': {
    memberOf: ({ keepId }, view) => view.outbox.memberIdOf(keepId),
    title: ({ joinId }, view, who) => operationTexts.joinInto(nameOfRow(view, joinId), who),
    fields: [],
  },
  'customer.separate': {
    memberOf: ({ keepId }, view) => view.outbox.memberIdOf(keepId),
    title: ({ joinId }, view, who) => operationTexts.separateFrom(nameOfRow(view, joinId), who),
    fields: [],
  },
  'pair.propose': {
    memberOf: ({ oneId }, view) => view.outbox.memberIdOf(oneId),
    title: ({ otherId }, view, who) => operationTexts.pairOf(who, nameOfRow(view, otherId)),
    fields: [],
  },
  'pair.separate': {
    memberOf: ({ oneId }, view) => view.outbox.memberIdOf(oneId),
    title: ({ otherId }, view, who) => operationTexts.pairOf(who, nameOfRow(view, otherId)),
    fields: [],
  },
  'welcome.decide': {
    memberOf: ofMember,
    title: ({ release }, _, who) =>
      release ? operationTexts.releaseFor(who) : operationTexts.declineFor(who),
    fields: [],
  },
  'program.change': { memberOf: ofNobody, title: () => operationTexts.theProgram, fields: [] },
  'reward.redeem': {
    memberOf: ofMember,
    title({ rewardId }, view, who) {
      const reward = view.records.get('reward', rewardId)
      return operationTexts.rewardFor(reward?.name ?? operationTexts.aReward, who)
    },
    fields: [],
  },
  'redemption.undo': {
    memberOf: ofMember,
    title({ couponId }, view, who) {
      const coupon = view.records.get('coupon', couponId)
      return operationTexts.rewardFor(coupon?.description ?? operationTexts.aReward, who)
    },
    fields: [],
  },
  'reward.create': { memberOf: ofNobody, title: ({ name }) => name, fields: [] },
  'reward.change': {
    memberOf: ofNobody,
    title: ({ changes, rewardId }, view) =>
      changes.name ?? view.records.get('reward', rewardId)?.name ?? operationTexts.aReward,
    fields: [],
  },
  'campaign.create': { memberOf: ofNobody, title: ({ name }) => name, fields: [] },
  'campaign.change': {
    memberOf: ofNobody,
    title: ({ changes }) => changes.name ?? operationTexts.aCampaign,
    fields: [],
  },
  'couponUse.undo': {
    memberOf: ofMember,
    title({ couponId }, view, who) {
      const coupon = view.records.get('coupon', couponId)
      return coupon
        ? operationTexts.couponFor(
            ledgerLine(coupon.description, coupon.source),
            coupon.codeEnding,
            who,
          )
        : operationTexts.aCoupon
    },
    fields: [],
  },
  'coupon.use': {
    memberOf: (payload, view) => usedCoupon(payload, view)?.memberId ?? null,
    title(payload, view, who) {
      const coupon = usedCoupon(payload, view)
      return coupon
        ? operationTexts.couponFor(
            ledgerLine(coupon.description, coupon.source),
            coupon.codeEnding,
            who,
          )
        : (payload.code ?? operationTexts.aCoupon)
    },
    fields: ['code'],
  },
}

/** The typed view of one entry, for code that treats all operations alike. */
export function deviceOperation(name: OperationName): DeviceOperation<OperationName> {
  const part = parts[name] as unknown as OperationParts<OperationName>
  return { ...part, label: () => operationTexts.labels[name], layer: layers[name] }
}

/** The typed values, so that a refused correction can be made again: 'Phone: +1 555 010 0142'. */
function correctedText(changes: OperationPayload<'customer.change'>['changes']): string {
  return correctable
    .flatMap((field) => {
      const typed = changes[field]
      if (typed === undefined) return []
      return `${operationTexts.fields[field]}: ${typed || operationTexts.noPhone}`
    })
    .join(', ')
}

/** The name in the member's own row, also while they are joined into another one. */
function nameOfRow({ records, overlay }: LoyaltyView, memberId: string): string {
  const row =
    records.get('customer', memberId) ??
    records.get('memberJoin', memberId) ??
    overlay.signUps.get(memberId)
  return row ? `${row.firstName} ${row.lastName}` : operationTexts.aCustomer
}

function usedCoupon(payload: OperationPayload<'coupon.use'>, view: LoyaltyView) {
  return view.records.couponByDigest(digestOf(view.businessId, payload))
}

/** The amount that a full void takes back, also after it was applied. */
function leftOf({ amount, reversedAmount = '0' }: Purchase): string {
  const leftCents = toCents(amount) - toCents(reversedAmount)
  return leftCents > 0 ? fromCents(leftCents) : amount
}
