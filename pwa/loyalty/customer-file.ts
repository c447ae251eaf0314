/**
 * Builds the customer file from this device's rows, also offline: it leaves out withdrawn consents
 * as soon as this device has received the withdrawal.
 */
import { readShownCustomers } from '#pwa/loyalty/customer-list.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { isoDay } from '#pwa/texts/format.ts'
import { toCsv } from '#schema/contract/csv.ts'

const channels = ['email', 'sms', 'push'] as const

export function writeCustomerFile(view: LoyaltyView, ids: readonly string[]) {
  const { customerColumns: names } = businessTexts
  const header = [
    names.firstName,
    names.lastName,
    names.email,
    names.phone,
    businessTexts.points,
    businessTexts.totalSpent,
    businessTexts.joined,
    ...channels.map((channel) => names.consents[channel]),
    names.reach,
    names.memberId,
  ]
  const rows = readShownCustomers(view, ids).map((customer) => [
    customer.firstName,
    customer.lastName,
    customer.email,
    customer.phone ?? '',
    String(customer.points),
    customer.totalSpent,
    isoDay(customer.createdAt),
    ...channels.map((channel) => (customer.consents?.includes(channel) ? names.yes : names.no)),
    isUnreached(customer) ? names.no : names.yes,
    customer.id,
  ])
  return { text: toCsv(header, rows), count: rows.length }
}
