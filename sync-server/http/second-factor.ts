/** The second step of signing in, and its setup. */
import { beginApp, confirmApp, removeApp } from '#sync-server/accounts/authenticator-app.ts'
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from '#sync-server/accounts/passkey.ts'
import { readSecondFactor, renewRecoveryCodes } from '#sync-server/accounts/second-factor.ts'
import { offerSecondStep, takeSecondStep } from '#sync-server/accounts/second-step.ts'
import { keepDevice, keepSession, readDevice } from './cookies.ts'
import type { Handlers } from './route.ts'
import { done, inSteps, onPlatform } from './rule-call.ts'

export const secondFactorHandlers = {
  'auth.secondStep': async ({ payload, by, context }, server) => {
    const device = await readDevice(context, server)
    const outcome = await inSteps(takeSecondStep)({ payload: { ...payload, device }, by }, server)
    if (outcome.begun) keepSession(context, server.sessions, outcome.begun)
    if (outcome.device) keepDevice(context, outcome.device, server)
    return outcome.answer
  },
  'auth.secondStepOptions': inSteps(offerSecondStep),
  'auth.secondFactor': onPlatform(readSecondFactor),
  'auth.passkeyOptions': onPlatform(offerPasskey),
  'auth.addPasskey': inSteps(addPasskey),
  'auth.renamePasskey': done('Passkey renamed.', onPlatform(renamePasskey)),
  'auth.removePasskey': done('Passkey removed.', onPlatform(removePasskey)),
  'auth.beginApp': onPlatform(beginApp),
  'auth.confirmApp': onPlatform(confirmApp),
  'auth.removeApp': done('Authenticator app removed.', onPlatform(removeApp)),
  'auth.newRecoveryCodes': onPlatform(renewRecoveryCodes),
} satisfies Partial<Handlers>
