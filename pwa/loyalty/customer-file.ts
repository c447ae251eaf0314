/**
 * Builds the customer export from this device's rows, also offline: a withdrawn consent counts as
 * soon as this device has received it. Birthdays and consent dates come from the server; offline,
 * the file omits those columns.
 */
import { readShownCustomers } from '#pwa/loyalty/customer-list.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { isoDay } from '#pwa/texts/format.ts'
import { toCsv } from '#schema/contract/csv.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { CustomerConsents } from '#schema/contract/customer-consents.ts'

const channels = ['email', 'sms', 'push'] as const

type Channel = (typeof channels)[number]

/** @param known the server's answer, or null if the server can't be reached */
export function writeCustomerFile(
  view: LoyaltyView,
  ids: readonly string[],
  known: readonly CustomerConsents[] | null,
) {
  const { customerColumns: names } = businessTexts
  const onServer = known && new Map(known.map((row) => [row.id, row]))
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
    ...(onServer ? [...channels.map((channel) => names.consentDays[channel]), names.birthday] : []),
  ]
  const rows = readShownCustomers(view, ids).map((customer) => {
    const asked = onServer?.get(customer.id)
    const chosen = (channel: Channel) => asked?.consents.find((one) => one.channel === channel)
    return [
      customer.firstName,
      customer.lastName,
      customer.email,
      customer.phone ?? '',
      String(customer.points),
      customer.totalSpent,
      isoDay(customer.createdAt),
      ...channels.map((channel) =>
        agreed(customer, channel, chosen(channel)) ? names.yes : names.no,
      ),
      isUnreached(customer) ? names.no : names.yes,
      customer.id,
      ...(onServer
        ? [...channels.map((channel) => dayOf(chosen(channel))), asked?.birthday ?? '']
        : []),
    ]
  })
  return { text: toCsv(header, rows), count: rows.length }
}

type Chosen = CustomerConsents['consents'][number] | undefined

/** The server may know of a withdrawal that hasn't reached this device. */
function agreed({ consents = [] }: Customer, channel: Channel, chosen: Chosen): boolean {
  return consents.includes(channel) && chosen?.granted !== false
}

const dayOf = (chosen: Chosen) => (chosen ? isoDay(chosen.at) : '')
