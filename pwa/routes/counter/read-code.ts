/**
 * What a scanned or typed code means at the counter: a member, a coupon, or something else that is
 * answered with a sentence. Nothing it says is ever opened.
 */
import { pathOf } from '#pwa/visitor/scanned-text.ts'
import { couponCode } from '#schema/contract/coupon.ts'
import { uuid } from '#schema/contract/id.ts'

export type ForeignCode = 'notOurs' | 'elsewhere' | 'signUpCode' | 'ownPage'
export type CounterCode =
  | { kind: 'member'; memberId: string }
  | { kind: 'coupon'; code: string }
  | { kind: 'foreign'; why: ForeignCode }

const codeLengthMax = 2048

export function readCounterCode(scanned: string, origin: string): CounterCode {
  const text = scanned.trim()
  if (text.length > codeLengthMax) return foreign('notOurs')
  const path = pathOf(text, origin)
  if (path === 'elsewhere') return foreign('elsewhere')
  if (path !== null) return ofPath(path)
  const coupon = couponCode.safeParse(text)
  if (coupon.success) return { kind: 'coupon', code: dashed(coupon.data) }
  return memberOr(text, 'notOurs')
}

/** Whether a typed text can only be a code: then Enter does not search for it. */
export function isCode(text: string, origin: string): boolean {
  const { kind } = readCounterCode(text, origin)
  if (kind === 'coupon') return text.includes('-')
  return kind === 'member' || pathOf(text.trim(), origin) !== null
}

function ofPath(path: string): CounterCode {
  // A scanner that types turns the letters round while Caps Lock is on.
  const [, room, rest = ''] = /^\/([a-z-]+)\/([^/]+)\/?$/.exec(path.toLowerCase()) ?? []
  if (room === 'member') return memberOr(rest, 'notOurs')
  if (room === 'signup' || room === 'customer-signup') return foreign('signUpCode')
  return foreign(room === 'customer' ? 'ownPage' : 'notOurs')
}

function memberOr(text: string, why: ForeignCode): CounterCode {
  const id = text.toLowerCase()
  return uuid.safeParse(id).success ? { kind: 'member', memberId: id } : foreign(why)
}

const foreign = (why: ForeignCode): CounterCode => ({ kind: 'foreign', why })

function dashed(code: string): string {
  const letters = code.replaceAll('-', '')
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
}
