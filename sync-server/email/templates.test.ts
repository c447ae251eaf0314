import { expect, test } from 'vitest'
import type { EmailFields, EmailKind } from './email.ts'
import { renderEmail } from './layout.ts'
import { codeKinds, writeEmail } from './templates.ts'

const hostile = `<b onload="x">'&\r\nBcc: you@example.com`
const fields: { [Kind in EmailKind]: EmailFields[Kind] } = {
  verifyEmail: { code: '012345', url: 'https://r.example/verify-email?userId=a#code=012345' },
  changeEmail: { code: '012345', url: 'https://r.example/verify-email?userId=a#code=012345' },
  resetPassword: { code: '012345', url: 'https://r.example/reset-password?userId=a#code=012345' },
  accountExists: { loginUrl: 'https://r.example/login', resetUrl: 'https://r.example/forgot' },
  ownerInvite: { businessName: hostile, code: 'A', url: 'https://r.example', expiresOn: 'May 1' },
  staffInvite: { businessName: hostile, code: 'A', url: 'https://r.example', expiresOn: 'May 1' },
  passwordChanged: { resetUrl: 'https://r.example/forgot' },
  emailChanged: { email: 'a•••@example.com' },
  accountClosed: { publicUrl: 'https://r.example' },
  memberPage: { businessName: hostile, url: 'https://r.example/customer/1' },
}
const kinds = Object.keys(fields) as EmailKind[]

test.each(kinds)('%s says the same as text and as HTML', (kind) => {
  const written = writeEmail(kind, fields[kind] as unknown as Record<string, string>)
  if (!written) throw new Error(`no template for ${kind}`)
  const { subject, text, html } = renderEmail(written)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject.length).toBeGreaterThan(10)
  if (codeKinds.has(kind)) expect(subject.startsWith('012345')).toBe(true)
  expect(html).not.toContain('<b onload')
  expect(html).not.toMatch(/<script|<img|https?:\/\/(?!r\.example)/)
  for (const part of [written.code, written.action?.url]) {
    if (!part) continue
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).not.toContain('undefined')
})

test('a kind of another release is nobody’s template', () => {
  expect(writeEmail('constructor', {})).toBeNull()
  expect(writeEmail('newsletter', {})).toBeNull()
})
