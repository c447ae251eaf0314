/** Files as other programs write them, with invented people and every quirk that was seen. */
import { describe, expect, test } from 'vitest'
import { importLimits } from '#schema/contract/import-limits.ts'
import { readImportRow } from '#schema/contract/import-row.ts'
import type { ImportPart } from '#schema/contract/member-import.ts'
import { readParts, surveyFile } from './import-file.ts'
import { UnreadableFile } from './import-problem.ts'
import { guessFormats } from './import-survey.ts'

async function readAll(file: Blob) {
  const survey = await surveyFile(file)
  const parts: ImportPart[] = []
  for await (const part of readParts(file, survey, survey.mapping)) parts.push(part)
  const formats = guessFormats(survey, survey.mapping)
  const rows = parts.flatMap((part) => part.rows)
  const readings = rows.map(({ cells, problem, line }) => ({
    line,
    ...(problem ? { reason: problem } : readImportRow(cells, formats)),
  }))
  return { survey, parts, formats, rows, readings }
}
const problemOf = (file: Blob) =>
  surveyFile(file).then(
    () => null,
    (error: unknown) => (error instanceof UnreadableFile ? error.problem : error),
  )
const latin = (text: string) =>
  new Blob([Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)))])
const utf16 = (text: string) =>
  new Blob([new Uint8Array([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** A mark, quotes over two lines, a birthday without a year, a person twice, one without a name. */
const squareFile =
  `\uFEFFReference ID,First Name,Last Name,Email Address,Phone Number,Birthday,Memo,Square Customer ID,First Visit,Lifetime Spend,Email Subscription Status
,Tam,Reed,tam.reed@mail.example,+15550100181,1988-02-29,"Sits at the window; black tea",QQ11,2024-02-03,$312.40,subscribed
,OSSIAN,Ó Faoláin,Ossian.O@Mail.Example,(555) 010-0182,--11-05,"said ""hello""
and left",QQ12,,$0.00,unsubscribed
,,,,+15550100183,,,QQ13,2025-06-01,$8.00,
,Tam,Reed,tam.reed@mail.example,+15550100181,,,QQ14,2024-03-03,$2.00,
`.replaceAll('\n', '\r\n')

/** Ids with an apostrophe, a formula, names in other scripts, a number that a spreadsheet rounded. */
const shopifyFile = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tags
'8000000000001,Inés,Peña,ines@mail.example,yes,,'+1 555-010-0191,no,904.50,21,"likes, commas","gold,2024"
'8000000000002,海,林,umi2@mail.example,no,,'+81 90-0000-0192,no,0.00,0,=1+1,
'8000000000003,Bea,,BEA@MAIL.EXAMPLE ,yes,1.5550100193E+10,,yes,15.00,1,,
`

/** Semicolons, Windows-1252, a decimal comma, a comma behind an address, an empty and a negative row. */
const semicolonFile = `first name;last name;email;phone;points balance;joined\r
J\xf6rg;M\xfcller-L\xfcdenscheidt;joerg@mail.example;030 0000184;1.250;31.12.2024\r
Le Goff;Na\xefma;naima@mail.example,;+33 6 00 00 01 85;0;\r
;;;;;\r
Test;Customer;test@mail.example;0;-15;01/02/2025\r
`

describe('a file of Square', () => {
  test('is recognized with its columns and read row by row', async () => {
    const { survey, readings } = await readAll(new Blob([squareFile]))
    expect(survey).toMatchObject({
      source: 'square',
      rows: 4,
      shape: { encoding: 'utf-8', delimiter: ',' },
    })
    expect(survey.columns[1]?.examples).toEqual(['Tam', 'OSSIAN'])
    expect(readings).toMatchObject([
      {
        line: 2,
        read: {
          firstName: 'Tam',
          birthday: '02-29',
          spentCents: 31_240,
          joined: '2024-02-03',
          emailConsent: true,
          foreignId: 'QQ11',
        },
      },
      { line: 3, read: { lastName: 'Ó Faoláin', birthday: '11-05', emailConsent: false } },
      { line: 4, reason: 'name_missing' },
      { line: 5, read: { foreignId: 'QQ14', spentCents: 200 } },
    ])
  })
})

describe('a file of Shopify', () => {
  test('is recognized, without the marks of text, and refuses a rounded number', async () => {
    const { survey, readings } = await readAll(new Blob([shopifyFile]))
    expect(survey.source).toBe('shopify')
    expect(readings).toMatchObject([
      {
        read: {
          foreignId: '8000000000001',
          phone: '+1 555-010-0191',
          emailConsent: true,
          smsConsent: false,
          spentCents: 90_450,
        },
      },
      { read: { firstName: '海', lastName: '林', emailConsent: false } },
      { read: { email: 'BEA@MAIL.EXAMPLE', lastName: '', phone: null } },
    ])
    const byAddress = { ...survey.mapping, phone: 5 }
    const file = new Blob([shopifyFile])
    for await (const { rows } of readParts(file, survey, byAddress)) {
      const last = rows.at(-1)?.cells ?? {}
      expect(readImportRow(last, { dates: 'mdy', decimal: '.' })).toEqual({
        reason: 'phone_digits_lost',
      })
    }
  })
})

describe('a file with semicolons in Windows-1252', () => {
  test('is read with its letters, its decimal comma and its days', async () => {
    const { survey, formats, readings } = await readAll(latin(semicolonFile))
    expect(survey).toMatchObject({
      rows: 3,
      shape: { encoding: 'windows-1252', delimiter: ';' },
    })
    expect(formats).toEqual({ decimal: ',', dates: 'dmy' })
    expect(readings).toMatchObject([
      { line: 2, read: { firstName: 'Jörg', points: 1250, joined: '2024-12-31' } },
      { line: 3, read: { lastName: 'Naïma', email: 'naima@mail.example', points: 0 } },
      // The empty row keeps its number, as in a spreadsheet.
      { line: 5, reason: 'points_negative' },
    ])
  })
})

test.each([
  ['UTF-16 with a mark', utf16('email;name\nwren@mail.example;Wren Hale\n')],
  ['a tab', new Blob(['email\tname\nwren@mail.example\tWren Hale'])],
  [
    'a line that names the separator',
    new Blob(['sep=|\nemail|name\nwren@mail.example|Wren Hale\n']),
  ],
  ['line ends of old Macs', new Blob(['email,name\rwren@mail.example,Wren Hale\r'])],
  ['separators after each row', new Blob(['email,name\nwren@mail.example,Wren Hale,,\n'])],
])('reads a file with %s', async (_, file) => {
  const { readings } = await readAll(file)
  expect(readings).toMatchObject([
    { read: { email: 'wren@mail.example', firstName: 'Wren', lastName: 'Hale' } },
  ])
})

test('keeps letters whole where blocks of the file meet', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `é${n}@mail.example,Ünïcödé Ñame ${n}`)
  const { survey, parts, rows: sent } = await readAll(new Blob([`email,name\n${rows.join('\n')}`]))
  expect(survey.rows).toBe(20_000)
  expect(parts.map(({ part }) => part)).toEqual([...Array(40).keys()])
  expect(sent.map(({ cells }) => `${cells.email},${cells.fullName}`)).toEqual(rows)
  expect(sent.at(-1)).toMatchObject({ row: 20_000, line: 20_001 })
})

test('refuses only the rows with a missing cell or a cell that is too long', async () => {
  const long = 'x'.repeat(importLimits.sentCellLength + 1)
  const text = `email,name\na@mail.example\nb@mail.example,B,C\n${long},D\ne@mail.example,E\n`
  const { readings } = await readAll(new Blob([text]))
  expect(readings).toMatchObject([
    { reason: 'cell_count' },
    { reason: 'cell_count' },
    { reason: 'cell_long' },
    { read: { firstName: 'E' } },
  ])
})

describe('no file of members', () => {
  const bytes = (...of: number[]) => new Blob([new Uint8Array(of)])
  test.each([
    ['a workbook', bytes(0x50, 0x4b, 3, 4), 'spreadsheet'],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0), 'spreadsheet'],
    ['a document', new Blob(['%PDF-1.7']), 'pdf'],
    ['a picture', bytes(0x89, 0x50, 0, 0, 0, 0xff), 'not_text'],
    ['nothing', new Blob([]), 'no_rows'],
    ['a header only', new Blob(['email,name\n\n ,\n']), 'no_rows'],
    [
      'columns without end',
      new Blob([`${'a,'.repeat(importLimits.columns)}b\n1,2`]),
      'too_many_columns',
    ],
    [
      'a cell without end',
      new Blob([`email\n${'x'.repeat(importLimits.cellLength + 1)}`]),
      'cell_too_long',
    ],
    ['a quote without end', new Blob([`email\n"${'x,\n'.repeat(1_000_000)}`]), 'cell_too_long'],
    [
      'rows without end',
      new Blob([`email\n${'x\n'.repeat(importLimits.rows + 1)}`]),
      'too_many_rows',
    ],
  ])('refuses %s', async (_, file, problem) => {
    expect(await problemOf(file)).toBe(problem)
  })

  test('refuses a file beyond the size before it reads it', async () => {
    const file = { size: importLimits.fileBytes + 1 } as Blob
    expect(await problemOf(file)).toBe('too_large')
  })
})
