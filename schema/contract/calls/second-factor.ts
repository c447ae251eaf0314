/** The calls of the second step: at sign-in, and its setup in the profile. */

import { loginAnswer } from '#schema/contract/account.ts'
import * as factor from '#schema/contract/second-factor.ts'
import { call, done } from './call.ts'

export const secondFactorCalls = {
  'auth.secondStep': call({
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'anyone',
    repeatable: true,
    body: factor.secondStepBody,
    answer: loginAnswer,
  }),
  'auth.secondStepOptions': call({
    method: 'POST',
    path: '/api/auth/second-step/passkey-options',
    access: 'anyone',
    repeatable: true,
    body: factor.secondStepBegun,
    answer: factor.passkeyOptions,
  }),
  'auth.secondFactor': call({
    method: 'GET',
    path: '/api/auth/second-factor',
    access: 'account.own',
    answer: factor.secondFactor,
  }),
  'auth.passkeyOptions': call({
    method: 'POST',
    path: '/api/auth/passkeys/options',
    access: 'account.own',
    repeatable: true,
    answer: factor.passkeyOptions,
  }),
  'auth.addPasskey': call({
    method: 'POST',
    path: '/api/auth/passkeys',
    access: 'account.own',
    body: factor.newPasskey,
    answer: factor.recoveryCodes,
    status: 201,
  }),
  'auth.renamePasskey': call({
    method: 'PATCH',
    path: '/api/auth/passkeys/:passkeyId',
    access: 'account.own',
    body: factor.renamedPasskey,
    answer: done,
  }),
  'auth.removePasskey': call({
    method: 'DELETE',
    path: '/api/auth/passkeys/:passkeyId',
    access: 'account.own',
    answer: done,
  }),
  'auth.beginApp': call({
    method: 'POST',
    path: '/api/auth/authenticator-app',
    access: 'account.own',
    answer: factor.appSetup,
  }),
  'auth.confirmApp': call({
    method: 'POST',
    path: '/api/auth/authenticator-app/confirm',
    access: 'account.own',
    body: factor.appConfirmation,
    answer: factor.recoveryCodes,
  }),
  'auth.removeApp': call({
    method: 'DELETE',
    path: '/api/auth/authenticator-app',
    access: 'account.own',
    answer: done,
  }),
  'auth.newRecoveryCodes': call({
    method: 'POST',
    path: '/api/auth/recovery-codes',
    access: 'account.own',
    answer: factor.recoveryCodes,
  }),
} as const
