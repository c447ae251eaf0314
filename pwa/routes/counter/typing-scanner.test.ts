/** A scanner types as if on a US keyboard; the till uses another layout. */
import { expect, test } from 'vitest'
import { printedKey, scannedAtEnd, type TypedKey } from './typing-scanner.ts'

const origin = 'https://regulars.example'
const member = `${origin}/member/0199a3c0-1f00-7000-8000-0000000c0de2`

/**
 * The characters that arrive instead of the printed ones, by layout; '' is a dead key, an accent
 * that waits for its letter.
 */
const layouts: Record<string, Record<string, string>> = {
  'Spanish (Latin America)': { ':': 'Ñ', '/': '-', '-': "'" },
  Spanish: { ':': 'Ñ', '/': '-', '-': "'" },
  German: { ':': 'Ö', '/': '-', '-': 'ß', y: 'z', z: 'y', Y: 'Z', Z: 'Y' },
  French: {
    ...{ ':': 'M', '/': '!', '-': ')', m: ',', a: 'q', q: 'a', z: 'w', w: 'z' },
    ...{ M: '?', A: 'Q', Q: 'A', Z: 'W', W: 'Z', '.': ':' },
    ...{ 0: 'à', 1: '&', 2: 'é', 3: '"', 4: "'", 5: '(', 6: '-', 7: 'è', 8: '_', 9: 'ç' },
  },
  Italian: { ':': 'ç', '/': '-', '-': "'" },
  Portuguese: { ':': 'Ç', '/': '-', '-': "'" },
  'Portuguese (Brazil)': { ':': 'Ç', '/': ';' },
  Turkish: { ':': 'Ş', '/': '.', '-': '*', '.': 'ç', i: 'ı' },
  Dvorak: {
    ...{ ':': 'S', '/': 'z', '-': '[', '.': 'v', a: 'a', b: 'x', c: 'j', d: 'e', e: '.', f: 'u' },
    ...{ g: 'i', h: 'd', l: 'n', m: 'm', p: 'l', r: 'p', s: 'o', t: 'y', u: 'g', x: 'q' },
  },
  Czech: {
    ...{ ':': '"', '/': '-', '-': '=', y: 'z', z: 'y', Y: 'Z', Z: 'Y' },
    ...{ 0: 'é', 1: '+', 2: 'ě', 3: 'š', 4: 'č', 5: 'ř', 6: 'ž', 7: 'ý', 8: 'á', 9: 'í' },
  },
  'with a dead key for the hyphen': { '-': '' },
}

const names: Record<string, string> = {
  '-': 'Minus',
  '/': 'Slash',
  ':': 'Semicolon',
  '.': 'Period',
  ' ': 'Space',
  ',': 'Comma',
}

/** As a browser reports it: the character by the till's layout, the key by its position. */
function scan(printed: string, layout: Record<string, string>): TypedKey[] {
  return [...printed].map((sign) => {
    const code = /\d/.test(sign) ? `Digit${sign}` : (names[sign] ?? `Key${sign.toUpperCase()}`)
    const shiftKey = /[A-Z:]/.test(sign)
    return { typed: layout[sign] ?? sign, printed: printedKey({ code, shiftKey }) }
  })
}

for (const [name, layout] of Object.entries(layouts)) {
  test.each([member, 'ABCD-EF2H-JK9M', 'MAZY-WQ27-ZYXW'])(
    `on a till set to ${name}, a scanner’s %s is read`,
    (printed) => {
      const keys = scan(printed, layout)
      expect(scannedAtEnd([...scan('7.5', {}), ...keys], origin)).toEqual({ code: printed, keys })
    },
  )

  test.each(['12.50', 'Ada Lovejoy', "Sean O'Shea", 'ada@example.com', 'Jean-Marc', 'a-b/c'])(
    `on a till set to ${name}, %s that a person types is left alone`,
    (text) => {
      expect(scannedAtEnd(scan(text, layout), origin)).toBeNull()
    },
  )
}

test.each(['AB2D EFGH JKLM', 'AB2D - EFGH - JKLM', 'AB2D-EFGH-JKLM.'])(
  'a printed %s is read',
  (printed) => {
    const keys = scan(printed, {})
    expect(scannedAtEnd([...scan('7', {}), ...keys], origin)).toEqual({ code: printed, keys })
  },
)

test('returns no character for keys without one', () => {
  for (const code of ['Enter', 'ShiftLeft', 'F8', '']) {
    expect(printedKey({ code, shiftKey: false })).toBe('')
  }
})

test('reads a whole address, not the id at its end', () => {
  const page = `${origin}/customer/0199a3c0-1f00-7000-8000-0000000c0de2`
  // Some scanners send a colon without Shift, so reading by key position breaks the address.
  const keys = scan(page, {}).map((key) => (key.typed === ':' ? { ...key, printed: ';' } : key))
  expect(scannedAtEnd(keys, origin)).toEqual({ code: page, keys })
})
