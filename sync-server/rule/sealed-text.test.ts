import { expect, test } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const first = { sessionSecret: 'the first secret of this installation', previousSecret: undefined }
const second = { sessionSecret: 'the second one, after it was changed', previousSecret: undefined }
const rotated = { ...second, previousSecret: first.sessionSecret }

test('opens sealed text for its purpose while its secret or the next one is in use', () => {
  const sealed = sealText('customer key', 'a key', first)
  expect(sealed).not.toContain(Buffer.from('a key').toString('base64url'))
  expect(openText('customer key', sealed, first)).toBe('a key')
  expect(openText('customer key', sealed, rotated)).toBe('a key')
  expect(openText('customer key', sealed, second)).toBeNull()
  expect(openText('invite code', sealed, first)).toBeNull()
})

test('opens nothing that was changed, truncated or not sealed by us', () => {
  const sealed = sealText('invite code', 'a code', first)
  const changed = Buffer.from(sealed, 'base64url')
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const text of [changed.toString('base64url'), sealed.slice(0, 30), '', 'undefined']) {
    expect(openText('invite code', text, first)).toBeNull()
  }
})
