import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { readCustomerIds } from '#pwa/loyalty/customer-list.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import { csvMark } from '#schema/contract/csv.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { CustomerConsents } from '#schema/contract/customer-consents.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'
import { writeCustomerFile } from './customer-file.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const ada: Customer = {
  id: v7(),
  firstName: 'Ada',
  lastName: 'O’Shea, "Countess"',
  email: 'ada@mail.example',
  phone: '+1 555 010 0142',
  points: 120,
  totalSpent: '1234.50',
  createdAt: '2026-11-02T12:00:00.000Z',
  consents: ['email', 'push'],
}
const bo: Customer = {
  ...ada,
  id: v7(),
  firstName: '=cmd()',
  lastName: 'Núñez',
  email: 'bo@mail.example',
  phone: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  mailFails: true,
  consents: ['sms'],
}

/** Builds the file like an owner's device does, or like an offline device if `known` is null. */
function fileOf(
  group: 'all' | 'email' | 'sms' | 'push',
  rows: Customer[],
  known: CustomerConsents[] | null = null,
): string[] {
  const records = loadedRecords([{ table: 'customer', rows, gone: [] }])
  const view = viewOf({ records, outbox: new OutboxMirror(), identity: { businessId: v7() } })
  const { ids } = readCustomerIds(view, { query: '', group, sort: 'joined' }, now)
  const { text, count } = writeCustomerFile(view, ids, known)
  const lines = text.split('\r\n')
  expect(text.startsWith(csvMark)).toBe(true)
  expect(lines.at(-1)).toBe('')
  expect(lines).toHaveLength(count + 2)
  return lines.slice(1, -1)
}

test('lists consents, whether mail reaches the customer, and each member id', () => {
  const [first, second] = fileOf('all', [ada, bo])
  expect(first).toBe(
    `Ada,"O’Shea, ""Countess""",ada@mail.example,+1 555 010 0142,120,1234.50,2026-11-02,Yes,No,Yes,Yes,${ada.id}`,
  )
  expect(second).toMatch(/^"'=cmd\(\)",Núñez,bo@mail\.example,,.*,No,Yes,No,No,/)
})

test.each([
  ['email', ['Ada']],
  ['sms', [`"'=cmd()"`]],
  ['push', ['Ada']],
] as const)('the filter %s keeps only customers who agreed', (group, names) => {
  expect(fileOf(group, [ada, bo]).map((line) => line.split(',')[0])).toEqual(names)
})

test("leaves a customer out of a consent filter's file once they withdraw it", () => {
  const withdrawn = { ...ada, consents: ['push' as const] }
  expect(fileOf('email', [withdrawn, bo])).toEqual([])
  const [line] = fileOf('all', [withdrawn])
  expect(line).toContain(',No,No,Yes,Yes,')
})

test('adds consent dates and birthdays from the server, and applies withdrawals newer than the device’s rows', () => {
  const at = '2026-11-04T12:00:00.000Z'
  const known: CustomerConsents[] = [
    {
      id: ada.id,
      birthday: '05-17',
      consents: [
        { channel: 'email', granted: true, at },
        { channel: 'push', granted: false, at: '2026-11-19T12:00:00.000Z' },
      ],
    },
  ]
  // Bo just signed up on this device, so the server doesn't have this customer yet.
  const [first, second] = fileOf('all', [ada, bo], known)
  expect(first).toMatch(
    new RegExp(`,2026-11-02,Yes,No,No,Yes,${ada.id},2026-11-04,,2026-11-19,05-17$`),
  )
  expect(second).toMatch(new RegExp(`,2026-11-03,No,Yes,No,No,${bo.id},,,,$`))
})
