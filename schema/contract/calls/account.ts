/**
 * The account calls: sign-in and sign-out, registration, passwords, the profile, sessions, and the
 * person's own data.
 */
import * as z from 'zod/mini'
import * as account from '#schema/contract/account.ts'
import { pinBody } from '#schema/contract/till.ts'
import { call, done } from './call.ts'

export const accountCalls = {
  'auth.login': call({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    repeatable: true,
    body: account.loginBody,
    answer: account.loginAnswer,
  }),
  'auth.user': call({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signedIn',
    answer: account.user,
  }),
  'auth.session': call({
    method: 'GET',
    path: '/api/auth/session',
    access: 'anyone',
    answer: account.sessionAnswer,
  }),
  'auth.logout': call({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    repeatable: true,
    answer: done,
  }),
  'auth.register': call({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    body: account.registerBody,
    answer: account.flowAnswer,
  }),
  'auth.verifyEmail': call({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'anyone',
    body: account.verifyBody,
    answer: done,
  }),
  'auth.resendVerification': call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'anyone',
    body: account.resendBody,
    answer: done,
  }),
  'auth.forgotPassword': call({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'anyone',
    body: account.forgotBody,
    answer: account.flowAnswer,
  }),
  'auth.resetPassword': call({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'anyone',
    body: account.resetBody,
    answer: done,
  }),
  'auth.profile': call({
    method: 'GET',
    path: '/api/auth/profile',
    access: 'account.own',
    answer: account.user,
  }),
  'auth.updateProfile': call({
    method: 'PATCH',
    path: '/api/auth/profile',
    access: 'account.own',
    body: account.profileBody,
    answer: account.user,
  }),
  'auth.uploadPhoto': call({
    method: 'POST',
    path: '/api/auth/profile/photo',
    access: 'account.own',
    upload: true,
    answer: account.user,
  }),
  'auth.removePhoto': call({
    method: 'DELETE',
    path: '/api/auth/profile/photo',
    access: 'account.own',
    answer: account.user,
  }),
  'auth.photo': call({
    method: 'GET',
    path: '/api/auth/profile/photo/:photoId',
    access: 'account.own',
    answer: z.unknown(),
    raw: true,
  }),
  'auth.marketingHistory': call({
    method: 'GET',
    path: '/api/auth/marketing-preferences',
    access: 'account.own',
    answer: z.array(account.consentChange),
  }),
  'auth.marketingPreferences': call({
    method: 'PATCH',
    path: '/api/auth/marketing-preferences',
    access: 'account.own',
    body: account.marketingBody,
    answer: account.user,
  }),
  'auth.deactivate': call({
    method: 'POST',
    path: '/api/auth/deactivate-account',
    access: 'account.own',
    answer: done,
  }),
  'auth.eraseAccount': call({
    method: 'POST',
    path: '/api/auth/erase-account',
    access: 'account.own',
    answer: done,
  }),
  'auth.sessions': call({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'account.own',
    answer: z.array(account.session),
  }),
  'auth.endSession': call({
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    access: 'account.own',
    answer: done,
  }),
  'auth.endOtherSessions': call({
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'account.own',
    answer: done,
  }),
  'auth.changePassword': call({
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'account.own',
    body: account.newPasswordBody,
    answer: done,
  }),
  'auth.elevate': call({
    method: 'POST',
    path: '/api/auth/elevate',
    access: 'account.own',
    repeatable: true,
    body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
    answer: done,
  }),
  'auth.setPin': call({
    method: 'POST',
    path: '/api/auth/pin',
    access: 'account.own',
    body: pinBody,
    answer: done,
  }),
  'auth.export': call({
    method: 'GET',
    path: '/api/auth/export',
    access: 'account.own',
    answer: z.record(z.string(), z.unknown()),
  }),
} as const
