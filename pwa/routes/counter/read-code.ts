/**
 * Interprets a scanned or typed code at the counter: a member, a coupon, or something else, which
 * gets a sentence as the answer. The counter never opens the address in a code.
 */

import { pathOf } from '#pwa/visitor/scanned-text.ts'
import { readAddress } from '#schema/contract/address.ts'
import { couponCode, looksLikeCoupon } from '#schema/contract/coupon.ts'
import { uuid } from '#schema/contract/id.ts'
import { dropInvisible, plainText } from '#schema/contract/typed-text.ts'

export type ForeignCode = 'notOurs' | 'elsewhere' | 'signUpCode' | 'ownPage' | 'noCoupon'
export type CounterCode =
  | { kind: 'member'; memberId: string }
  | { kind: 'coupon'; code: string }
  | { kind: 'foreign'; why: ForeignCode }

const codeLengthMax = 2048

export function readCounterCode(scanned: string, origin: string): CounterCode {
  if (scanned.length > codeLengthMax) return foreign('notOurs')
  const text = dropInvisible(scanned).trim()
  const path = pathOf(text, origin)
  if (path === 'elsewhere') return foreign('elsewhere')
  if (path !== null) return ofPath(path)
  const coupon = couponCode.safeParse(text)
  if (coupon.success) return { kind: 'coupon', code: coupon.data }
  return memberOr(plainText(text), looksLikeCoupon(text) ? 'noCoupon' : 'notOurs')
}

/** Whether a typed text can only be a code, so that Enter doesn't search for it. */
export function isCode(text: string, origin: string): boolean {
  const visible = dropInvisible(text).trim()
  const isAddress = !/^(tel|mailto|callto|sms):/i.test(visible) && pathOf(visible, origin) !== null
  return readCounterCode(text, origin).kind === 'member' || looksLikeCoupon(visible) || isAddress
}

function ofPath(path: string): CounterCode {
  // Typing scanners swap upper and lower case while Caps Lock is on.
  const lower = path.toLowerCase()
  const [, memberId] = /^\/member\/([^/]+)\/?$/.exec(lower) ?? []
  if (memberId) return memberOr(memberId, 'notOurs')
  const { name } = readAddress(lower)
  if (name === 'signUp') return foreign('signUpCode')
  return foreign(name === 'customer' ? 'ownPage' : 'notOurs')
}

function memberOr(text: string, why: ForeignCode): CounterCode {
  const id = text.toLowerCase()
  return uuid.safeParse(id).success ? { kind: 'member', memberId: id } : foreign(why)
}

const foreign = (why: ForeignCode): CounterCode => ({ kind: 'foreign', why })
