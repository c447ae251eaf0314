/** A valid body for every call that takes one, created afresh each time. */
import { generateKeyPairSync } from 'node:crypto'
import type { CallName } from '#schema/contract/api.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { testPassword } from '#tests/support/run.ts'
import type { Things } from './world.ts'

const person = { firstName: 'Eve', lastName: 'Stone', password: testPassword }
/** The revision of a reward whose terms never changed. */
const neverChanged = '00000000-0000-0000-0000-000000000000'
const fresh = () => `${newId()}@example.com`

const tillKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  format: 'jwk',
})

/** A file of one row. */
export const importedFile = {
  fileName: 'members.csv',
  source: 'other',
  rows: 1,
  mapping: { firstName: 0, email: 1 },
  formats: { dates: 'mdy', decimal: '.' },
  alsoLower: false,
} as const
export const importedPart = {
  part: 0,
  rows: [{ row: 1, line: 2, cells: { firstName: 'Wren', email: 'wren@mail.example' } }],
}

export const bodies: Partial<Record<CallName, (things: Things) => unknown>> = {
  'auth.login': () => ({ email: fresh(), password: 'Wrong-Guess-1' }),
  'auth.register': () => ({ inviteCode: 'NONE', email: fresh(), ...person }),
  'auth.verifyEmail': () => ({ userId: newKey(), otpCode: '123456' }),
  'auth.resendVerification': () => ({ userId: newKey() }),
  'auth.forgotPassword': () => ({ email: fresh() }),
  'auth.resetPassword': () => ({
    userId: newKey(),
    otpCode: '123456',
    newPassword: 'Lantern-Quay-58',
  }),
  'auth.secondStep': () => ({ userId: newKey(), way: 'app', code: '123456' }),
  'auth.secondStepOptions': () => ({ userId: newKey() }),
  'auth.addPasskey': () => ({
    name: 'Phone',
    passkey: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
      clientExtensionResults: {},
    },
  }),
  'auth.renamePasskey': () => ({ name: 'Phone' }),
  'auth.confirmApp': () => ({ setup: 'none of ours', code: '123456' }),
  'auth.updateProfile': () => ({ firstName: 'Eve' }),
  'auth.marketingPreferences': () => ({ marketingEmailConsent: true }),
  'auth.setPin': () => ({ pin: '271828' }),
  'auth.changePassword': () => ({
    currentPassword: 'Wrong-Guess-1',
    newPassword: 'Lantern-Quay-58',
  }),
  'auth.elevate': () => ({ password: 'Wrong-Guess-1' }),
  'business.changeBirthday': () => ({ birthday: '05-17', seen: null }),
  'business.eraseMember': () => ({ reason: 'Asked at the counter' }),
  'business.makeCardLink': () => ({ printed: false }),
  'business.exportMember': () => ({ reason: 'Asked at the counter' }),
  'business.startImport': () => ({ ...importedFile, importId: newId() }),
  'business.sendImportPart': () => importedPart,
  'business.createQrCode': () => ({ name: 'Door', locationName: '' }),
  'business.changeQrCode': () => ({ name: 'Window' }),
  'business.requestPlan': () => ({ plan: 'pro' }),
  'business.verifyCoupon': () => ({ code: 'AAAA-BBBB-CCCC' }),
  'business.changeOfflineRedemption': () => ({
    trust: { pointsPerRedemption: 60, pointsPerDevice: 120 },
  }),
  'business.previewCampaign': () => ({ audience: { kind: 'points', points: 10 } }),
  'business.testCampaign': () => ({
    subject: 'A treat',
    message: 'Come by.',
    discountType: 'percentage',
    discountValue: '20',
    couponDays: 30,
  }),
  'business.createReward': () => ({
    name: 'Cake',
    pointsRequired: 80,
    discountType: 'fixed',
    discountValue: '4.50',
  }),
  'business.changeReward': () => ({ revision: neverChanged, name: 'Tea' }),
  'business.updateBranding': () => ({ primaryColor: '#123456' }),
  'admin.updateBranding': () => ({
    primaryColor: '#3B82F6',
    secondaryColor: '#8B5CF6',
    accentColor: '#F59E0B',
  }),
  'business.enrollTill': () => ({ name: 'Front till' }),
  'business.inviteStaff': () => ({ email: fresh() }),
  'business.readAttention': () => ({ operationIds: [], asOf: new Date().toISOString() }),
  'business.decideParked': () => ({ accept: false }),
  'business.changeStaffRole': () => ({ role: 'business_admin' }),
  'customer.signUp': () => {
    const { memberId: _, ...payload } = signUpPayload()
    return payload
  },
  'customer.mailCard': () => ({ email: fresh() }),
  'customer.setNotifications': () => ({
    subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'x', auth: 'x' } },
    kinds: ['points'],
    quietFrom: '22:00',
    quietUntil: '07:00',
    timeZone: 'UTC',
  }),
  'customer.stopNotifications': () => ({ endpoint: 'https://fcm.googleapis.com/x' }),
  'customer.change': () => ({ changes: { phone: '' }, seen: { phone: '' } }),
  'customer.changeConsents': () => ({ email: true }),
  'customer.changeBirthday': () => ({ birthday: '02-29' }),
  'customer.changeAddress': () => ({ id: newKey() }),
  'customer.requestData': () => ({ kind: 'export' }),
  'mail.cardLink': () => ({ ticket: 'none of ours' }),
  'customer.openCard': () => ({ ticket: 'none of ours', id: newKey() }),
  'customer.export': () => ({ ticket: 'none of ours' }),
  'customer.erase': () => ({ ticket: 'none of ours' }),
  'customer.keep': () => ({ ticket: 'none of ours' }),
  'mail.privacyLink': () => ({ ticket: 'none of ours' }),
  'mail.memberEmail': () => ({ ticket: 'none of ours' }),
  'mail.pressMemberEmail': () => ({ ticket: 'none of ours' }),
  'sync.handSealed': () => ({ sealed: ['nothing of ours'] }),
  'sync.push': () => ({
    outboxId: newId(),
    deviceNow: new Date().toISOString(),
    operations: [
      {
        operationId: newId(),
        seq: 1,
        name: 'customer.signUp',
        v: 1,
        madeAt: new Date().toISOString(),
        payload: signUpPayload(),
      },
    ],
  }),
  'sync.keepTillKey': () => ({ publicKey: { x: tillKey.x, y: tillKey.y } }),
  'admin.createBusiness': () => ({ name: 'New', email: fresh() }),
  'admin.updateBusiness': () => ({ plan: 'enterprise' }),
  'admin.updateBusinesses': ({ businessId }) => ({ businessIds: [businessId], plan: 'enterprise' }),
  'admin.retryFailed': () => ({ what: 'mails' }),
  'admin.addNote': () => ({ text: 'Called them' }),
  'admin.createInviteCode': () => ({ businessName: 'New', email: fresh() }),
  'admin.eraseAccount': () => ({ email: fresh() }),
}
