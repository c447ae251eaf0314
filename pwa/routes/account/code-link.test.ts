/** Links in emails, intact and damaged. */
import { expect, test } from 'vitest'
import { readCodeLink, readInviteLink } from './code-link.ts'

const userId = '0f9b7f0e-5a33-4d2e-9a59-2f4c3f0a8b11'

test('reads the code behind the # or from the query', () => {
  expect(readCodeLink(`?userId=${userId}`, 'code=012345')).toEqual({
    userId,
    code: '012345',
    token: '',
  })
  expect(readCodeLink(`?userId=${userId}`, '#code=123456')).toEqual({
    userId,
    code: '123456',
    token: '',
  })
  expect(readCodeLink(`?userId=${userId}&code=123%20456`, '')).toEqual({
    userId,
    code: '123456',
    token: '',
  })
  expect(readCodeLink(`?userId=${userId}`, '')).toEqual({ userId, code: '', token: '' })
})

test('reads a reset link’s token only behind the #', () => {
  const token = 'Aa0_-Aa0_-Aa0_-Aa0_-Zz'
  expect(readCodeLink(`?userId=${userId}`, `#token=${token}`).token).toBe(token)
  expect(readCodeLink(`?userId=${userId}&token=${token}`, '').token).toBe('')
  expect(readCodeLink(`?userId=${userId}`, '#token=short').token).toBe('')
})

test('ignores malformed ids', () => {
  expect(readCodeLink('', '').userId).toBeNull()
  expect(readCodeLink('?userId=', '').userId).toBeNull()
  expect(readCodeLink('?userId=%3Cscript%3E', '#code=abc')).toEqual({
    userId: null,
    code: '',
    token: '',
  })
})

test('reads an invite behind the #, or its code from the query of an older link', () => {
  const invite = { code: 'ABCD-EF01-2345-6789', email: '' }
  expect(readInviteLink('', '#code=abcd-ef01-2345-6789')).toEqual(invite)
  expect(readInviteLink('?code=abcd-ef01-2345-6789', '')).toEqual(invite)
  expect(readInviteLink('?code=old', '#code=new').code).toBe('NEW')
  expect(readInviteLink('', '#code=a&email=nell%2Bshop%40example.com').email).toBe(
    'nell+shop@example.com',
  )
  expect(readInviteLink('?email=nell@example.com', '')).toEqual({ code: '', email: '' })
})
