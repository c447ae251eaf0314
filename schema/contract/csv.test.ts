import { expect, test } from 'vitest'
import { toCsv } from '#schema/contract/csv.ts'

const cellOf = (text: string) => toCsv([], [[text]]).slice('\uFEFF\r\n'.length, -2)

test('starts with the UTF-8 mark and a header, and ends lines as RFC 4180 says', () => {
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
  // Spreadsheets would evaluate these: the first is −763.
  '+1-555-010-0199',
  '+(34)-612.34-567890',
  '+1 - 555 - 0100199',
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

test.each(['+15550100199', '+1 555-010-0199', '+1 (555) 010-0199', '+34 612.34.56.78'])(
  '%j stays a phone number',
  (text) => {
    expect(cellOf(text)).toBe(text)
  },
)

test.each([
  ['Ann;=1+1;', "Ann;'=1+1;"],
  ['Ann; @SUM(A1)', "Ann;' @SUM(A1)"],
  ['Ann\n=1+1', "Ann\n'=1+1"],
  ['Ann\t-1', "Ann\t'-1"],
])('%j is no formula where another sign separates cells', (text, safe) => {
  expect(cellOf(text)).toBe(`"${safe}"`)
})

test.each(['\t', ' ', ';', '\r\n', '; '])('a long run of %j takes linear time', (blank) => {
  const msOf = (length: number) => {
    const text = `+1-${blank.repeat(length)}x`
    // The best of three: other work on the machine delays some.
    const times = [0, 1, 2].map(() => {
      const startedAt = Date.now()
      cellOf(text)
      return Date.now() - startedAt
    })
    return Math.min(...times)
  }
  msOf(10_000)
  // A quadratic algorithm would take 400 times as long for twenty times the length.
  expect(msOf(200_000)).toBeLessThan(100 * Math.max(10, msOf(10_000)))
})

test('leaves a semicolon before words as it is', () => {
  expect(cellOf('Salt; Pepper - Co')).toBe('Salt; Pepper - Co')
})

test('keeps quotes, commas and line breaks inside their cell', () => {
  expect(cellOf('Say "hi"')).toBe('"Say ""hi"""')
  expect(cellOf('a,b')).toBe('"a,b"')
  expect(cellOf('a\nb')).toBe('"a\nb"')
  expect(cellOf('a=b')).toBe('a=b')
})
