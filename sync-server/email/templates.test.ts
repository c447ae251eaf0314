import { expect, test } from 'vitest'
import { readMailLanguage } from '#sync-server/rule/origin.ts'
import type { EmailFields, EmailKind } from './email.ts'
import { renderEmail } from './layout.ts'
import { codeKinds, writeEmail } from './templates.ts'

const hostile = `<b onload="x">'&\r\nBcc: you@example.com`
const offer = {
  businessName: hostile,
  subject: `Cake ${hostile}`,
  message: `One slice ${hostile}\n\nSoon`,
  discount: '$4.50',
  expiresAt: '2026-05-01T00:00:00.000Z',
  url: 'https://r.example/customer/1?offer=2',
  postalAddress: `1 Main St ${hostile}`,
}
const fields: { [Kind in EmailKind]: EmailFields[Kind] } = {
  verifyEmail: { code: '012345', url: 'https://r.example/verify-email?userId=a#code=012345' },
  changeEmail: { code: '012345', url: 'https://r.example/verify-email?userId=a#code=012345' },
  resetPassword: { code: '012345', url: 'https://r.example/reset-password?userId=a#token=b' },
  resetByLink: { url: 'https://r.example/reset-password?userId=a#token=b' },
  accountExists: { loginUrl: 'https://r.example/login', resetUrl: 'https://r.example/forgot' },
  ownerInvite: {
    businessName: hostile,
    code: 'A',
    url: 'https://r.example',
    expiresOn: '2026-05-01T00:00:00.000Z',
  },
  staffInvite: {
    businessName: hostile,
    code: 'A',
    url: 'https://r.example',
    expiresOn: '2026-05-01T00:00:00.000Z',
  },
  passwordChanged: { resetUrl: 'https://r.example/forgot' },
  secondFactorChanged: { change: 'codeUsed', resetUrl: 'https://r.example/forgot' },
  emailChanged: { email: 'a•••@example.com', undoUrl: 'https://r.example/reset-password' },
  planRequest: { businessName: hostile, plan: 'pro', url: 'https://r.example' },
  trouble: {
    trouble: 'jobFailing',
    subject: 'tidyMembers',
    told: 'begun',
    url: 'https://r.example',
  },
  accountClosed: { publicUrl: 'https://r.example' },
  memberPage: { businessName: hostile, url: 'https://r.example/customer/1' },
  memberEmail: { businessName: hostile, url: 'https://r.example/member-email#a' },
  memberEmailChanged: {
    businessName: hostile,
    email: 'a•••@example.com',
    undoUrl: 'https://r.example/member-email#b',
  },
  importedCard: {
    businessName: hostile,
    url: 'https://r.example/customer/1',
    postalAddress: hostile,
  },
  dataExport: { businessName: hostile, url: 'https://r.example/member-data#a' },
  dataErasure: { businessName: hostile, url: 'https://r.example/member-data#a' },
  erasureDue: { businessName: hostile, url: 'https://r.example/member-data#a' },
  offer: {
    ...offer,
    unsubscribeUrl: 'https://r.example/unsubscribe/a',
    businessId: 'b',
    couponId: '2',
  },
  offerTest: offer,
  welcome: {
    businessName: hostile,
    url: 'https://r.example/customer/1',
    points: '100',
    discountPercent: '10',
  },
}
const kinds = Object.keys(fields) as EmailKind[]

const cases = kinds.flatMap((kind) => ['en', 'es'].map((language) => [kind, language] as const))

test.each(cases)('renders %s in %s with the same content as text and as HTML', (kind, language) => {
  const given = { ...(fields[kind] as unknown as Record<string, string>), language }
  const written = writeEmail(kind, given)
  if (!written) throw new Error(`no template for ${kind}`)
  const { subject, text, html } = renderEmail(written)
  expect(html).toContain(`<html lang="${language}">`)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject.length).toBeGreaterThan(10)
  if (codeKinds.has(kind)) expect(subject.startsWith('012345')).toBe(true)
  expect(html).not.toContain('<b onload')
  expect(html).not.toMatch(/<script|<img|https?:\/\/(?!r\.example)/)
  for (const part of [written.code, written.action?.url, written.unsubscribe?.url]) {
    if (!part) continue
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).not.toContain('undefined')
})

test('keeps a business’s look in dark mode, and a long name within the page', () => {
  const brand = { primaryColor: '#101030', accentColor: '#ffee88', logoUrl: 'https://r.example/l' }
  const written = writeEmail('offer', { ...fields.offer, businessName: 'مقهى', ...brand })
  if (!written) throw new Error('no template for offer')
  const { html } = renderEmail(written)
  const dark = html.slice(html.indexOf('@media'), html.indexOf('</style>'))
  expect(html).toContain('border-top:4px solid #ffee88')
  expect(dark).not.toMatch(/\.card \{[^}]*border(-top)?-color/)
  expect(dark).toMatch(/\.brand-action \{[^}]*border-color/)
  expect(html).toMatch(/max-width:480px[^"]*overflow-wrap:anywhere/)
  // The house number follows the name even if the name reads right to left.
  expect(html).toContain('<bdi>مقهى</bdi>, 1 Main St')
})

test('has no template for a kind that another release introduced', () => {
  expect(writeEmail('constructor', {})).toBeNull()
  expect(writeEmail('newsletter', {})).toBeNull()
})

test('writes mails and their dates in the language of the browser that caused them', () => {
  const invite = { businessName: 'Café', code: 'A', url: 'https://r.example' }
  const given = { ...invite, expiresOn: '2026-05-01T00:00:00.000Z' }
  expect(writeEmail('staffInvite', given)?.paragraphs[1]).toContain('May 1, 2026')
  expect(writeEmail('staffInvite', { ...given, language: 'es' })?.paragraphs[1]).toContain(
    '1 de mayo de 2026',
  )
  expect(writeEmail('staffInvite', { ...given, language: 'xx' })?.language).toBe('en')
})

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['de;q=0.9, en;q=0.5, es;q=0.7', 'es'],
  ['en-US,es;q=0.9', 'en'],
  ['es;q=0, fr', 'en'],
  ['', 'en'],
  ['*', 'en'],
])('reads Accept-Language %s as %s', (header, language) => {
  expect(readMailLanguage(header)).toBe(language)
})
