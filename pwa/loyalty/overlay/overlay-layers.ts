/**
 * The effect of each operation on the screen until the server's rows include it; one layer per
 * name.
 */

import { digestOf } from '#pwa/loyalty/coupon-digest.ts'
import { earningRuleOf } from '#pwa/loyalty/earning.ts'
import {
  addEntry,
  businessOf,
  earn,
  hasArrived,
  type Layer,
  memberOf,
  rewardOf,
} from '#pwa/loyalty/overlay/overlay-layer.ts'
import { payloadOf } from '#pwa/records/outbox-row.ts'
import { operationTexts } from '#pwa/texts/operation.ts'
import { isAsSeen } from '#schema/contract/correction.ts'
import { limits } from '#schema/contract/limits.ts'
import { toCents } from '#schema/contract/money.ts'
import type { OperationName } from '#schema/contract/operation.ts'
import { isFreeItemAfter } from '#schema/contract/reward.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'

export const layers: Record<OperationName, Layer> = {
  'customer.signUp': (of) => {
    const payload = payloadOf(of.row, 'customer.signUp')
    if (!payload) return
    const id = of.facts.memberIdOf(payload.memberId)
    const { records } = of.facts
    if (id !== payload.memberId || records.get('customer', id)) return
    const { firstName, lastName, email } = payload
    const name = { firstName, lastName, email, phone: payload.phone || null }
    const createdAt = of.row.madeAt
    of.overlay.signUps.set(id, {
      id,
      ...name,
      points: 0,
      totalSpent: '0.00',
      createdAt,
      sync: of.sync,
    })
    const given = of.row.result?.bonusPoints
    const welcome = businessOf(of)?.welcomePoints ?? limits.welcomePoints
    const points = typeof given === 'number' ? given : welcome
    addEntry(of, id, { reason: 'welcome', points, description: operationTexts.welcomePoints })
  },

  'purchase.record': (of) => {
    const payload = payloadOf(of.row, 'purchase.record')
    if (!payload || of.facts.records.get('purchase', payload.purchaseId)) return
    const memberId = of.facts.memberIdOf(payload.memberId)
    const points = earn(of, memberId, toCents(payload.amount), payload.tender)
    of.overlay.purchases.set(payload.purchaseId, {
      operationId: of.row.operationId,
      id: payload.purchaseId,
      memberId,
      amount: payload.amount,
      points,
      note: payload.note ?? null,
      recordedAt: of.row.madeAt,
      sync: of.sync,
    })
    memberOf(of, memberId).spentCents += toCents(payload.amount)
    addEntry(of, memberId, { reason: 'purchase', points, description: operationTexts.purchase })
  },

  'purchase.reverse': (of) => {
    const payload = payloadOf(of.row, 'purchase.reverse')
    if (!payload || hasArrived(of)) return
    const kept = of.facts.records.get('purchase', payload.purchaseId)
    const purchase = kept ?? of.overlay.purchases.get(payload.purchaseId)
    if (!purchase || kept?.reversedAt) return
    const known = of.overlay.reversals.get(purchase.id)
    const allCents = toCents(purchase.amount)
    const leftCents = allCents - toCents(kept?.reversedAmount ?? '0') - (known?.cents ?? 0)
    const cents = payload.amount ? Math.min(toCents(payload.amount), leftCents) : leftCents
    if (cents <= 0) return
    of.overlay.reversals.set(purchase.id, {
      sync: of.sync,
      cents: (known?.cents ?? 0) + cents,
      reversedAt: cents === leftCents ? of.row.madeAt : null,
    })
    const memberId = of.facts.memberIdOf(purchase.memberId)
    memberOf(of, memberId).spentCents -= cents
    const points = -Math.round((purchase.points * cents) / allCents)
    addEntry(of, memberId, {
      reason: 'reversal',
      points,
      description: operationTexts.purchaseUndone,
    })
  },

  'points.adjust': (of) => {
    const payload = payloadOf(of.row, 'points.adjust')
    if (!payload || hasArrived(of, payload.adjustmentId)) return
    const memberId = of.facts.memberIdOf(payload.memberId)
    const { adjustmentId: id, points, reason, undoes } = payload
    addEntry(of, memberId, { id, reason: 'adjustment', points, description: reason, undoes })
  },

  'customer.note': (of) => {
    const payload = payloadOf(of.row, 'customer.note')
    if (!payload) return
    const memberId = of.facts.memberIdOf(payload.memberId)
    const member = of.overlay.members.get(memberId)
    const before = member?.note ?? of.facts.records.get('customer', memberId)?.note ?? ''
    // The stored note differs: someone else changed it in between, and this one will be refused.
    if (before !== payload.noteSeen && before !== payload.note) return
    memberOf(of, memberId).note = payload.note
  },

  'customer.change': (of) => {
    const payload = payloadOf(of.row, 'customer.change')
    if (!payload) return
    const { undoOf } = payload
    const { email, ...changes } = undoOf
      ? { ...payload.changes, phone: undoOf.phone }
      : payload.changes
    const { overlay, facts } = of
    const memberId = facts.memberIdOf(payload.memberId)
    const row = facts.records.get('customer', memberId) ?? overlay.signUps.get(memberId)
    if (!row) return
    const shown = { ...row, ...overlay.members.get(memberId)?.corrected }
    const now = { ...shown, phone: shown.phone ?? '' }
    // Someone else changed a field in between, so this one will be refused.
    const asked = { ...payload, changes: { ...changes, ...(email !== undefined && { email }) } }
    if (!isAsSeen(asked, now, shown.consents !== undefined)) return
    const { corrected } = memberOf(of, memberId)
    Object.assign(corrected, changes)
    // A new address is shown once the mailed link is used; the old one again withdraws that link.
    if (email === now.email) corrected.pendingEmail = undefined
    else if (email !== undefined && (now.email === '' || now.movesEmailAtOnce)) {
      // The refused mailbox was the former one.
      Object.assign(corrected, { email, mailFails: false, movesEmailAtOnce: false })
    } else if (email !== undefined) corrected.pendingEmail = { address: email, until: null }
    if (changes.phone === undefined) return
    corrected.phone = changes.phone || null
    const isOtherNumber = digitsOf(changes.phone) !== digitsOf(now.phone)
    if (shown.consents && isOtherNumber) {
      corrected.consents = shown.consents.filter((channel) => channel !== 'sms')
    }
  },

  'customer.join': (of) => {
    const payload = payloadOf(of.row, 'customer.join')
    if (!payload) return
    const { overlay, facts } = of
    const { joinId } = payload
    const row = facts.records.get('customer', joinId) ?? overlay.signUps.get(joinId)
    const keepId = facts.memberIdOf(joinId)
    // The rows include the join, or a later one separates them.
    if (!row || keepId === joinId) return
    overlay.joined.set(joinId, keepId)
    const over = overlay.members.get(joinId)
    memberOf(of, keepId).spentCents += toCents(row.totalSpent) + (over?.spentCents ?? 0)
    const points = row.points + (over?.points ?? 0)
    addEntry(of, keepId, { reason: 'joined', points, description: operationTexts.joined })
  },

  'customer.separate': (of) => {
    const payload = payloadOf(of.row, 'customer.separate')
    const join = payload && of.facts.records.get('memberJoin', payload.joinId)
    if (!join) return
    const { memberId, joinedAt, ...row } = join
    const shown = { ...row, totalSpent: '0.00', createdAt: joinedAt, sync: of.sync }
    of.overlay.signUps.set(join.id, shown)
    const points = -join.points
    addEntry(of, memberId, { reason: 'joined', points, description: operationTexts.separated })
  },

  // Devices hold no pairs.
  'pair.propose': () => {},
  'pair.separate': () => {},

  'welcome.decide': (of) => {
    const payload = payloadOf(of.row, 'welcome.decide')
    if (!payload?.release || hasArrived(of)) return
    const points = businessOf(of)?.welcomePoints ?? 0
    if (points === 0) return
    const memberId = of.facts.memberIdOf(payload.memberId)
    addEntry(of, memberId, { reason: 'welcome', points, description: operationTexts.welcomePoints })
  },

  'program.change': (of) => {
    const payload = payloadOf(of.row, 'program.change')
    const base = businessOf(of)
    if (base && payload?.ifUnset) {
      const { timeZone } = payload.changes
      if (timeZone && !base.timeZone) of.overlay.business = { ...base, timeZone }
      return
    }
    // A different revision: the rows already include this change, or it will be refused.
    if (!payload || !base || base.programRevision !== payload.revision) return
    const { minimumPurchase, rounding, excludedTenders, ...changes } = payload.changes
    const { operationId } = of.row
    const rule = earningRuleOf(base)
    of.overlay.business = {
      ...base,
      ...changes,
      earningRule: {
        id: operationId,
        pointsPerDollar: changes.pointsPerDollar ?? rule.pointsPerDollar,
        minimumPurchase: minimumPurchase ?? rule.minimumPurchase,
        rounding: rounding ?? rule.rounding,
        excludedTenders: excludedTenders ?? rule.excludedTenders,
      },
      programRevision: operationId,
    }
  },

  'reward.create': (of) => {
    const payload = payloadOf(of.row, 'reward.create')
    if (!payload || of.facts.records.get('reward', payload.rewardId)) return
    const { rewardId, ...terms } = payload
    of.overlay.rewards.set(rewardId, {
      ...terms,
      freeItem: isFreeItemAfter(terms),
      id: rewardId,
      isActive: true,
      redeemedCount: 0,
      retiredAt: null,
      revision: of.row.operationId,
      sync: of.sync,
    })
  },

  'reward.change': (of) => {
    const payload = payloadOf(of.row, 'reward.change')
    if (!payload) return
    const { overlay, facts, row } = of
    const base =
      overlay.rewards.get(payload.rewardId) ?? facts.records.get('reward', payload.rewardId)
    // A different revision: the rows already include this change, or it will be refused.
    if (base?.revision !== payload.revision) return
    const { retired, ...changes } = payload.changes
    overlay.rewards.set(base.id, {
      ...base,
      ...changes,
      freeItem: isFreeItemAfter(changes, base),
      ...(retired && { isActive: false, retiredAt: row.madeAt }),
      revision: row.operationId,
      sync: of.sync,
    })
  },

  // Devices hold no campaign rows: the campaign screen overlays its own list (campaign.ts).
  'campaign.create': () => {},
  'campaign.change': () => {},

  'reward.redeem': (of) => {
    const payload = payloadOf(of.row, 'reward.redeem')
    if (!payload || of.facts.records.get('coupon', payload.couponId)) return
    const memberId = of.facts.memberIdOf(payload.memberId)
    const reward = rewardOf(of, payload.rewardId)
    // The server refuses a higher price and charges a lower one.
    const points = Math.min(payload.pointsSeen, reward?.pointsRequired ?? payload.pointsSeen)
    const rewardName = reward?.name ?? operationTexts.reward
    const couponCode = of.row.result?.couponCode
    of.overlay.redemptions.push({
      operationId: of.row.operationId,
      couponId: payload.couponId,
      memberId,
      rewardId: payload.rewardId,
      rewardName,
      points,
      handedOver: payload.handedOver ?? false,
      couponCode: typeof couponCode === 'string' ? couponCode : null,
      redeemedAt: of.row.madeAt,
      sync: of.sync,
    })
    if (of.sync !== 'saved') memberOf(of, memberId).reservedPoints += points
    addEntry(of, memberId, { reason: 'redemption', points: -points, description: rewardName })
  },

  'redemption.undo': (of) => {
    const payload = payloadOf(of.row, 'redemption.undo')
    if (!payload || of.overlay.undoneRedemptions.has(payload.couponId)) return
    const { couponId } = payload
    const kept = of.facts.records.get('coupon', couponId)
    const pending = of.overlay.redemptions.find((each) => each.couponId === couponId)
    if (kept?.voidedAt || !(kept || pending)) return
    of.overlay.undoneRedemptions.set(couponId, { sync: of.sync, voidedAt: of.row.madeAt })
    const memberId = of.facts.memberIdOf(payload.memberId)
    const points = kept?.pointsPaid ?? pending?.points ?? 0
    if (pending && pending.sync !== 'saved') memberOf(of, memberId).reservedPoints -= points
    addEntry(of, memberId, {
      reason: 'reversal',
      points,
      description: operationTexts.redemptionUndone,
    })
  },

  'coupon.use': (of) => {
    const payload = payloadOf(of.row, 'coupon.use')
    if (!payload) return
    const digest = digestOf(of.facts.businessId, payload)
    const coupon = of.facts.records.couponByDigest(digest)
    const use = of.overlay.couponUses.get(digest) ?? coupon
    if (use?.usedAt) return
    const useId = payload.useId ?? null
    of.overlay.couponUses.set(digest, { sync: of.sync, usedAt: of.row.madeAt, useId })
    if (coupon) memberOf(of, of.facts.memberIdOf(coupon.memberId))
  },

  'couponUse.undo': (of) => {
    const payload = payloadOf(of.row, 'couponUse.undo')
    const coupon = payload && of.facts.records.get('coupon', payload.couponId)
    if (!coupon) return
    const use = of.overlay.couponUses.get(coupon.codeDigest) ?? coupon
    // Another use, or none: the rows already include this undo, or it will be refused.
    if (use.useId !== payload.useId) return
    of.overlay.couponUses.set(coupon.codeDigest, { sync: of.sync, usedAt: null, useId: null })
    memberOf(of, of.facts.memberIdOf(coupon.memberId))
  },
}
