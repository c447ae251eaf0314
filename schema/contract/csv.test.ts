import { expect, test } from 'vitest'
import { toCsv } from '#schema/contract/csv.ts'

const cellOf = (text: string) => toCsv([], [[text]]).slice('\uFEFF\r\n'.length, -2)

test('a file has a header, lines that end as RFC 4180 says, and the mark of UTF-8', () => {
  expect(toCsv(['Name', 'Plan'], [['Café', 'pro']])).toBe('\uFEFFName,Plan\r\nCafé,pro\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '-A1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '+1-1',
  "+cmd|'/C calc'!A0",
  '+A1 5550100199',
  '+1 555 010 0199*2',
  '+15550100199\t',
  '++1 555 010 0199',
  '-1 555 010 0199',
  '=+1 555 010 0199',
  '＠SUM(A1)',
])('%j is no formula', (text) => {
  expect(cellOf(text)).toBe(`"'${text}"`)
})

test.each(['-20', '-3.10'])('%j stays a number', (text) => {
  expect(cellOf(text)).toBe(text)
})

test.each(['+15550100199', '+1 (555) 010-0199', '+34 612.34.56.78'])(
  '%j stays a phone number',
  (text) => {
    expect(cellOf(text)).toBe(text)
  },
)

test('quotes, commas and line breaks stay inside of their cell', () => {
  expect(cellOf('Say "hi"')).toBe('"Say ""hi"""')
  expect(cellOf('a,b')).toBe('"a,b"')
  expect(cellOf('a\nb')).toBe('"a\nb"')
  expect(cellOf('a=b')).toBe('a=b')
})
