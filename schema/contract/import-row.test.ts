/** Reads rows as other programs write them. */
import { describe, expect, test } from 'vitest'
import { recognizeColumns } from './import-columns.ts'
import { dateOrderOf, dateVote, findDay } from './import-date.ts'
import { decimalOf, decimalVote, readNumber } from './import-number.ts'
import { readImportRow } from './import-row.ts'
import type { ImportCells } from './member-import.ts'

const formats = { dates: 'mdy', decimal: '.' } as const
const person = { firstName: 'Wren', lastName: 'Hale', email: 'wren@mail.example' }
const read = (cells: ImportCells, of: Parameters<typeof readImportRow>[1] = formats) =>
  readImportRow({ ...person, ...cells }, of)

const sumOf = (votes: number[]) => votes.reduce((sum, vote) => sum + vote, 0)

describe('numbers', () => {
  test.each([
    ['1,250', '.', 1250],
    ['1.250', ',', 1250],
    ['$1,204.50', '.', 1204.5],
    ['1.204,50 €', ',', 1204.5],
    ['1 204,50', ',', 1204.5],
    ['-15', '.', -15],
    ['(15)', '.', -15],
    ['-$15.00', '.', -15],
    ['12 pts', '.', 12],
    ["1'204'567.50", '.', 1204567.5],
    ['1 204 pts', '.', 1204],
    ['1,5', '.', null],
    ['120 3', '.', null],
    ['1 2 3', '.', null],
    ['1 204,567', '.', null],
    ['120\u00b9', '.', null],
    ['1.555E+10', '.', null],
    ['=2+3', '.', null],
    ['many', '.', null],
    ['15-', '.', -15],
    ['15 -', '.', -15],
    ['0.00-', '.', 0],
    ['1.204,50 €-', ',', -1204.5],
    ['\u221215', '.', -15],
    ['15\u2013', '.', -15],
    ['15 DR', '.', -15],
    ['15dr', '.', -15],
    ['DR 15', '.', -15],
    ['15 pts DR', '.', -15],
    ['15 Debit', '.', -15],
    ['minus 15', '.', -15],
    ['15 CR', '.', 15],
    ['Cr 1,250', '.', 1250],
    ['+15', '.', 15],
    ['C$15', '.', 15],
    ['C$-15', '.', -15],
    ['15 (pts)', '.', 15],
    ['($15.00)', '.', -15],
    ['(15', '.', null],
    ['15)', '.', null],
    ['-15-', '.', null],
    ['(-15)', '.', null],
    ['15 CR-', '.', null],
    ['+-15', '.', null],
    ['15-pts', '.', null],
    ['<15>', '.', null],
    ['[15]', '.', null],
    ['15 D', '.', null],
    ['15 OD', '.', null],
    ['15 S', '.', null],
    ['15 Soll', '.', null],
    ['15 débito', '.', null],
    ['15 negative', '.', null],
    ['neg 15', '.', null],
    ['15 owed', '.', null],
    ['15 pts owed', '.', null],
    ['\u00ac15', '.', null],
    ['\u279615', '.', null],
    ['~15', '.', null],
    ['15%', '.', null],
    ['="15"', '.', 15],
    ['15 puntos', '.', 15],
    ['Points: 15', '.', 15],
    ['15 PTS', '.', 15],
    ['USD 15', '.', 15],
    ['US$15', '.', 15],
    ['15 eur', '.', 15],
    ['15 zł', '.', 15],
    ['S/ 15', '.', 15],
    ['kr 15-', '.', -15],
  ] as const)('reads %s', (text, decimal, number) => {
    expect(readNumber(text, decimal)).toBe(number)
  })

  const decimalAmong = (numbers: string[], otherwise: '.' | ',') =>
    decimalOf(sumOf(numbers.map(decimalVote)), otherwise)

  test('follows the majority, and the separators of the file if the numbers say nothing', () => {
    expect(decimalAmong(['1.250', '12,5', '3,25'], '.')).toBe(',')
    expect(decimalAmong(['1.250.000'], '.')).toBe(',')
    expect(decimalAmong(['$4.50', '1,204.00'], ',')).toBe('.')
    expect(decimalAmong(['1.250', '7'], ',')).toBe(',')
  })
})

describe('days', () => {
  test.each([
    ['2024-01-05', 'mdy', '2024-01-05'],
    ['2024-01-05T10:00:00Z', 'mdy', '2024-01-05'],
    ['31.12.2025', 'mdy', '2025-12-31'],
    ['01/02/2025', 'dmy', '2025-02-01'],
    ['01/02/2025', 'mdy', '2025-01-02'],
    ['13/02/2025', 'mdy', '2025-02-13'],
    ['1/2/98', 'mdy', '1998-01-02'],
    ['Jan 5, 2024', 'mdy', '2024-01-05'],
    ['5 January 2024', 'mdy', '2024-01-05'],
    ['2023-02-29', 'mdy', null],
    ['yesterday', 'mdy', null],
  ] as const)('reads %s as %s', (text, order, day) => {
    expect(findDay(text, order)).toBe(day)
  })

  const orderAmong = (days: string[], otherwise: 'mdy' | 'dmy') =>
    dateOrderOf(sumOf(days.map(dateVote)), otherwise)

  test('follows the majority', () => {
    expect(orderAmong(['01/02/2025', '31/12/2024'], 'mdy')).toBe('dmy')
    expect(orderAmong(['01/02/2025', '12/31/2024'], 'dmy')).toBe('mdy')
    expect(orderAmong(['01/02/2025'], 'mdy')).toBe('mdy')
  })
})

describe('a row', () => {
  test('keeps what it can read', () => {
    const cells = {
      phone: '(555) 010-0144',
      birthday: '--07-14',
      points: '1,250',
      spent: '$512.40',
      joined: '2024-01-05',
      emailConsent: 'subscribed',
      smsConsent: 'No',
    }
    expect(read(cells)).toEqual({
      read: {
        ...person,
        phone: '(555) 010-0144',
        birthday: '07-14',
        points: 1250,
        spentCents: 51_240,
        joined: '2024-01-05',
        emailConsent: true,
        smsConsent: false,
        consentDate: null,
        foreignId: null,
        leftOut: [],
      },
    })
  })

  test('takes the comma after an address, the mark before an id, and the years of leap birthdays', () => {
    const cells = {
      email: 'Wren@Mail.Example,',
      foreignId: "'7000000000009",
      birthday: '1990-02-29',
      phone: "'+1 555-010-0145",
    }
    expect(read(cells)).toMatchObject({
      read: {
        email: 'Wren@Mail.Example',
        foreignId: '7000000000009',
        birthday: '02-29',
        phone: '+1 555-010-0145',
      },
    })
  })

  test('drops dates that do not exist, and consents that are neither yes nor no', () => {
    const cells = { birthday: '1990-13-40', joined: 'long ago', emailConsent: 'maybe' }
    const reading = read(cells)
    expect(reading).toMatchObject({
      read: { birthday: null, joined: null, leftOut: ['birthday', 'joined'] },
    })
    expect(reading).not.toHaveProperty('read.emailConsent')
  })

  test('ignores consent to texts without a number', () => {
    expect(read({ smsConsent: 'yes' })).not.toHaveProperty('read.smsConsent')
    expect(read({ smsConsent: 'yes', phone: '+15550100146' })).toHaveProperty(
      'read.smsConsent',
      true,
    )
  })

  test.each([
    [{ fullName: 'Hale, Wren' }, { firstName: 'Wren', lastName: 'Hale' }],
    [{ fullName: 'Wren van Hale' }, { firstName: 'Wren van', lastName: 'Hale' }],
    [{ fullName: 'Wren' }, { firstName: 'Wren', lastName: '' }],
    [{ lastName: 'Hale' }, { firstName: 'Hale', lastName: '' }],
  ])('reads the name of %j', (cells, name) => {
    const { email } = person
    expect(readImportRow({ email, ...cells }, formats)).toMatchObject({ read: name })
  })

  test.each([
    [{ firstName: '', lastName: '\u200b' }, 'name_missing'],
    [{ firstName: 'w'.repeat(101) }, 'name_long'],
    [{ email: '' }, 'email_missing'],
    [{ email: 'wren@mail' }, 'email_invalid'],
    [{ phone: '12' }, 'phone_invalid'],
    [{ phone: '1.5550100113E+10' }, 'phone_digits_lost'],
    [{ points: 'many' }, 'points_unreadable'],
    [{ points: '=1+1' }, 'points_unreadable'],
    [{ points: '-15' }, 'points_negative'],
    [{ points: '15-' }, 'points_negative'],
    [{ points: '15 DR' }, 'points_negative'],
    [{ points: '<15>' }, 'points_unreadable'],
    [{ points: '99999999999' }, 'points_over'],
    [{ spent: '1,5' }, 'spent_unreadable'],
  ] as const)('refuses %j', (cells, reason) => {
    expect(read(cells)).toEqual({ reason })
  })
})

describe('columns', () => {
  test('knows the program by its own columns', () => {
    const square = recognizeColumns([
      'Reference ID',
      'First Name',
      'Last Name',
      'Email Address',
      'Phone Number',
      'Birthday',
      'Square Customer ID',
      'First Visit',
      'Lifetime Spend',
      'Email Subscription Status',
    ])
    expect(square).toEqual({
      source: 'square',
      mapping: {
        firstName: 1,
        lastName: 2,
        email: 3,
        phone: 4,
        birthday: 5,
        foreignId: 6,
        joined: 7,
        spent: 8,
        emailConsent: 9,
      },
      repeated: [],
    })
  })

  test.each([
    [['Guest GUID', 'Name', 'Email', 'Points Balance'], 'toast'],
    [['customer_code', 'first_name', 'email', 'balance', 'loyalty_balance'], 'lightspeed'],
    [['Customer name', 'Email', 'Customer code', 'Points balance', 'Total visits'], 'loyverse'],
    [['Email', 'Points balance', 'Referral URL'], 'smile'],
    [['Stamp Me ID', 'Name', 'Email', 'Stamps'], 'stampMe'],
    [['Name', 'Email', 'Card serial number', 'Stamp balance', 'UTM tag'], 'perkstar'],
    [['Correo electrónico', 'Nombre', 'Puntos'], 'other'],
  ])('recognizes %j', (header, source) => {
    const found = recognizeColumns(header)
    expect(found.source).toBe(source)
    expect(found.mapping.email).toBe(header.findIndex((name) => /e-?mail|correo/i.test(name)))
    expect(found.mapping.points).toBe(
      header.findIndex((name) =>
        /points balance|loyalty_balance|stamps|stamp balance|puntos/i.test(name),
      ),
    )
  })

  test('leaves repeated names to the owner', () => {
    const found = recognizeColumns(['Email', 'Points', 'points', ''])
    expect(found).toEqual({
      source: 'other',
      mapping: { email: 0 },
      repeated: ['Points', 'points'],
    })
  })
})
