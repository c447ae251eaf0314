/** Typed names and numbers find the same members on a device and on the server, for every role. */
import { beforeAll, expect, test } from 'vitest'
import { SearchIndex } from '#pwa/records/search-index.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'

const people = [
  { firstName: 'Sean', lastName: "O'Shea", phone: null },
  { firstName: 'Maeve', lastName: 'O\u2019Shea', phone: null },
  { firstName: 'José', lastName: 'Núñez', phone: '+1 (555) 010-0142' },
  { firstName: 'Conor', lastName: "O'Brien", phone: null },
  { firstName: 'Kahu', lastName: 'Ka\u02bbahumanu', phone: null },
  { firstName: 'Oksana', lastName: 'Дем\u02bcянко', phone: '\u0660\u0665\u0665\u0665-0100-177' },
  { firstName: 'Anne-Marie', lastName: "Smith-O'Hara", phone: '555\u2011010\u20110188' },
  { firstName: 'Anne\u2011Marie', lastName: 'Weiß', phone: null },
  { firstName: 'Annemarie', lastName: 'Søren\u2013Łódź', phone: null },
  { firstName: 'Ilkay', lastName: 'İSTANBULLU', phone: null },
  { firstName: 'Μαρία', lastName: 'ΠΑΠΑΔΌΠΟΥΛΟΣ', phone: null },
  { firstName: 'Gal\u00b7la', lastName: 'Ferrer', phone: null },
] as const

const finds: [query: string, ...names: string[]][] = [
  ["o'shea", 'Maeve', 'Sean'],
  ['o\u2019shea', 'Maeve', 'Sean'],
  ['O\u02bcSHEA', 'Maeve', 'Sean'],
  ['o`shea', 'Maeve', 'Sean'],
  ['o\u00b4shea', 'Maeve', 'Sean'],
  ['oshea', 'Maeve', 'Sean'],
  ['o shea', 'Maeve', 'Sean'],
  ["o'sh sean", 'Sean'],
  ['NÚÑEZ', 'José'],
  ['nunez', 'José'],
  ['Jose\u0301', 'José'],
  ["O'Brien", 'Conor'],
  ['OBrien', 'Conor'],
  ['5550100142', 'José'],
  ['15550100142', 'José'],
  ['1 555 010 0142', 'José'],
  ['\u0665\u0665\u0665\u0660\u0661\u0660\u0660\u0661\u0664\u0662', 'José'],
  ['555\u2013010\u20130188', 'Anne-Marie'],
  ['0555 0100 177', 'Oksana'],
  ["ka'ahumanu", 'Kahu'],
  ['kaahumanu', 'Kahu'],
  ["Дем'янко", 'Oksana'],
  ['anne-marie', 'Anne-Marie', 'Anne\u2011Marie', 'Annemarie'],
  ['annemarie', 'Anne-Marie', 'Anne\u2011Marie', 'Annemarie'],
  ['Anne\u2014Marie', 'Anne-Marie', 'Anne\u2011Marie', 'Annemarie'],
  ["smith-o'h", 'Anne-Marie'],
  ['ohara', 'Anne-Marie'],
  ['WEISS', 'Anne\u2011Marie'],
  ['lodz', 'Annemarie'],
  ['soren', 'Annemarie'],
  ['istanbullu', 'Ilkay'],
  ['παπαδοπουλος', 'Μαρία'],
  ['παπαδοπουλοσ', 'Μαρία'],
  ['galla', 'Gal\u00b7la'],
  ['sm\u200bith', 'Anne-Marie'],
  ["'"],
  ['%'],
]

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser
let superAdmin: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  // Another business's members with the same names.
  const other = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  superAdmin = await signInSuperAdmin(running)
  for (const email of [shop.staffEmail, other.staffEmail]) {
    const device = new TestDevice(await new TestBrowser(running.url).signIn(email))
    const signUps = people.map((person) => device.make('customer.signUp', signUpPayload(person)))
    const { body } = await device.push(...signUps)
    expect(body.verdicts.map(({ status }) => status)).toEqual(people.map(() => 'applied'))
  }
})

/** Searches by this role's calls, with or without full contact details. */
async function foundByServer(browser: TestBrowser, q: string): Promise<string[]> {
  const { body } = await browser.call('business.customers', {
    params: { businessId: shop.businessId },
    query: { q },
  })
  return body.map(({ firstName }) => firstName).sort()
}

async function indexOf(browser: TestBrowser): Promise<SearchIndex> {
  const index = new SearchIndex()
  for (const { rows } of await new TestDevice(browser).pull()) {
    for (const row of rows.customer ?? []) index.put(row)
  }
  expect(index.size).toBe(people.length)
  return index
}

async function expectFoundByServer(...by: TestBrowser[]): Promise<void> {
  for (const [q, ...names] of finds) {
    for (const browser of by) {
      expect(await foundByServer(browser, q), q).toEqual([...names].sort())
    }
  }
}

test('finds members on the server by folded names and complete numbers, for every role', () =>
  expectFoundByServer(owner, staff, superAdmin))

test('finds the same members on a device, before and after its index is built', async () => {
  const index = await indexOf(owner)
  for (const isBuilt of [false, true]) {
    if (isBuilt) while (!index.build(1000));
    for (const [q, ...names] of finds) {
      const found = index.search(q, 50).map(({ firstName }) => firstName)
      expect(found.sort(), `${q}, built: ${isBuilt}`).toEqual([...names].sort())
    }
  }
})

test('finds no one for staff by part of a number or an address', async () => {
  expect(await foundByServer(staff, '0100142')).toEqual([])
  expect(await foundByServer(staff, '142')).toEqual([])
  expect(await foundByServer(staff, 'example.com')).toEqual([])
  expect(await foundByServer(owner, '0100142')).toEqual(['José'])
  expect(await foundByServer(owner, 'example.com')).toHaveLength(people.length)
})

test('finds members of an earlier release roughly at first, and exactly once folded', async () => {
  await running.sql`
    update customer set folded_name = null, folded_email = null, phone_digits = null`
  expect(await foundByServer(owner, 'sean')).toEqual(['Sean'])
  expect(await foundByServer(owner, '5550100142')).toEqual(['José'])
  expect(await foundByServer(staff, '5550100142')).toEqual(['José'])
  await keepUpNow(running)
  await expectFoundByServer(staff)
})

test('keeps no folded name or number of a member that an earlier release erased', async () => {
  const { body } = await owner.call('business.customers', {
    params: { businessId: shop.businessId },
    query: { q: 'nunez' },
  })
  const id = body[0]?.id ?? ''
  await running.sql`update customer set first_name = '', last_name = '', email = '', phone = null,
    erased_at = now() where id = ${id}`
  await keepUpNow(running)
  const kept =
    await running.sql`select folded_name, folded_email, phone_digits from customer where id = ${id}`
  expect(kept).toEqual([{ folded_name: '', folded_email: '', phone_digits: null }])
})
