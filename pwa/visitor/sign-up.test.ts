import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearIdentity, writeIdentity } from '#pwa/device/browser-database.ts'
import { database, type SignUpRow } from '#pwa/visitor/database.ts'
import { deviceIdOf } from '#pwa/visitor/device-description.ts'
import { rowOf } from '#pwa/visitor/outbox.ts'
import { saveSignUp } from '#pwa/visitor/save-sign-up.ts'
import { checkSignUp } from '#pwa/visitor/sign-up.ts'
import type { User } from '#schema/contract/account.ts'
import { signUpPayload } from '#schema/contract/sign-up.ts'

beforeEach(async () => {
  vi.stubGlobal('navigator', { userAgent: 'Ünïcode/1.0', language: 'en', platform: 'Linux' })
  vi.stubGlobal('screen', { width: 390, height: 844 })
  await database.operations.clear()
})
afterEach(() => vi.unstubAllGlobals())

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const whole = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  termsAccepted: 'on',
  privacyPolicyAccepted: 'on',
}

test('a complete form gives the trimmed payload, with all other consents off', () => {
  expect(checkSignUp(formOf(whole))).toMatchObject({
    errors: {},
    payload: { firstName: 'Ada', marketingEmailConsent: false, pushNotificationConsent: false },
  })
})

test('an empty form reports every required field, and the consents', () => {
  expect(checkSignUp(formOf({})).errors).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    termsAccepted: 'Please accept the Terms of Service and Privacy Policy to continue',
    privacyPolicyAccepted: 'Please accept the Terms of Service and Privacy Policy to continue',
  })
})

test('drops a character that databases cannot store', () => {
  const { payload, errors } = checkSignUp(formOf({ ...whole, lastName: 'Love\0' }))
  expect(errors).toEqual({})
  expect(payload?.lastName).toBe('Love')
})

test('reports one missing consent at its box', () => {
  const { privacyPolicyAccepted, ...rest } = whole
  expect(privacyPolicyAccepted).toBe('on')
  expect(Object.keys(checkSignUp(formOf(rest)).errors)).toEqual(['privacyPolicyAccepted'])
})

test('SMS marketing needs a phone', () => {
  const { errors } = checkSignUp(formOf({ ...whole, marketingSmsConsent: 'on' }))
  expect(errors).toEqual({ phone: 'Please provide a phone number to receive SMS marketing' })
})

test('a saved sign-up is on disk with its own ids and a valid payload', async () => {
  const { payload } = checkSignUp(formOf(whole))
  if (!payload) throw new Error('The form is whole')
  const saved = await saveSignUp('CAFE', payload)
  const row = (await rowOf(saved.operationId)) as SignUpRow
  expect(row).toMatchObject({ status: 'waiting', code: 'CAFE', customerId: saved.customerId })
  expect(row.payload).toMatchObject({ id: saved.customerId, memberId: row.memberId })
  expect(signUpPayload.safeParse(row.payload).success).toBe(true)
  expect(saved.customerId[14]).toBe('4')
  expect(row.memberId[14]).toBe('7')
  expect(saved.till).toBe(false)
})

test('an edit is a new operation that replaces the refused one', async () => {
  const { payload } = checkSignUp(formOf(whole))
  if (!payload) throw new Error('The form is whole')
  const first = await saveSignUp('CAFE', payload)
  await database.operations.toCollection().modify({ status: 'refused' })
  const second = await saveSignUp('CAFE', payload, first.operationId)
  expect(await rowOf(first.operationId)).toBeUndefined()
  expect(second.operationId).not.toBe(first.operationId)
  expect(second.customerId).not.toBe(first.customerId)
})

test("marks the row for deletion once sent if a business's user is signed in", async () => {
  const { payload } = checkSignUp(formOf(whole))
  if (!payload) throw new Error('The form is whole')
  await writeIdentity({ id: 'a', businessId: 'b', role: 'staff' } as User)
  const saved = await saveSignUp('CAFE', payload)
  await clearIdentity()
  expect(await rowOf(saved.operationId)).toMatchObject({ till: true })
})

test('the device id is base64 of the description, cut to 64, in any alphabet', () => {
  const about = {
    userAgent: 'Ünïcode/1.0',
    language: 'en',
    platform: 'Linux',
    screenResolution: '390x844',
    timezone: 'Europe/Paris',
    canvas: '',
  }
  const id = deviceIdOf(about)
  expect(id).toHaveLength(64)
  expect(Buffer.from(id, 'base64').toString()).toMatch(/^\{"userAgent":"Ünïcode\/1\.0"/)
})
