/**
 * The sign-up form sent without scripts: validated by the same contract and judged by the same
 * executor and limits as the documented call, and answered with a page: the customer's, or the form
 * with its errors.
 */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { refusals } from '#schema/contract/refusal.ts'
import { type SignUpPayload, signUpPayload } from '#schema/contract/sign-up.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { joinByCode, toSignUpAnswer } from '#sync-server/loyalty/join-by-code.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { requireKeepable } from '#sync-server/rule/storable-text.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { codeGuess, countingMisses } from './admission.ts'
import { type HttpEnv, parkedMessage } from './call.ts'
import { admitJoin } from './customer.ts'
import type { RefusedForm } from './page-shell.ts'
import { validate } from './route.ts'

type PlainOutcome =
  | { kind: 'joined'; customerId: string }
  /** The form again, with its errors. */
  | { kind: 'answered'; status: number; form: RefusedForm }

export async function signUpPlainly(
  context: Context<HttpEnv>,
  server: Server,
): Promise<PlainOutcome> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    server.admission.visit(context.var.origin.network, 'unknown')
    refuse('media_type')
  }
  const form = new URLSearchParams(await context.req.text())
  const sent = payloadOf(form)
  try {
    requireKeepable(sent)
    const verdict = await join(context, server, form, sent)
    if (verdict.status !== 'parked') {
      const { customer } = toSignUpAnswer(verdict, sent, server.config)
      return { kind: 'joined', customerId: customer.id }
    }
    const refusal = { code: 'parked', message: parkedMessage, errors: [] }
    return { kind: 'answered', status: 202, form: { payload: sent, refusal } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, details } = error
    const { retryAfterSeconds } = details
    if (retryAfterSeconds) context.header('Retry-After', String(retryAfterSeconds))
    return {
      kind: 'answered',
      status: refusals[code].status,
      form: { payload: sent, refusal: { code, message, errors: details.errors ?? [] } },
    }
  }
}

async function join(
  context: Context<HttpEnv>,
  server: Server,
  form: URLSearchParams,
  sent: SignUpPayload,
): Promise<Verdict> {
  const { origin } = context.var
  const code = context.req.param('code') ?? ''
  server.admission.visit(origin.network, 'customer')
  await admitJoin(server, origin.network, code)
  const payload = validate(signUpPayload, { ...sent, ...deviceOf(context) })
  return server.admission.hidingMembers(origin.network, () =>
    countingMisses(server, origin, codeGuess(code), () =>
      joinByCode(server, { code, payload, sent, idempotencyKey: onceKeyOf(form, sent), origin }),
    ),
  )
}

/** Kept as typed: the contract validates it, and a refused form shows it again. */
function payloadOf(form: URLSearchParams): SignUpPayload {
  const text = (name: string) => form.get(name) ?? ''
  const [month, day] = [text('birthdayMonth'), text('birthdayDay')]
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    ...((month || day) && { birthday: `${month}-${day}` }),
    marketingEmailConsent: form.has('marketingEmailConsent'),
    marketingSmsConsent: form.has('marketingSmsConsent'),
    pushNotificationConsent: form.has('pushNotificationConsent'),
    termsAccepted: form.has('termsAccepted'),
    privacyPolicyAccepted: form.has('privacyPolicyAccepted'),
  }
}

/**
 * Pressing the button twice is one sign-up; going back and entering another person is a new one.
 */
function onceKeyOf(form: URLSearchParams, sent: SignUpPayload): string | undefined {
  const onceKey = form.get('onceKey')
  if (!onceKey) return undefined
  return createHash('sha256')
    .update(`${onceKey} ${JSON.stringify(sent)}`)
    .digest('base64url')
}

function deviceOf(context: Context<HttpEnv>): Pick<SignUpPayload, 'deviceInfo'> {
  const header = (name: string) => context.req.header(name) ?? ''
  return {
    deviceInfo: {
      userAgent: header('user-agent').slice(0, serverLimits.headerLengthRead),
      language: (header('accept-language').split(',')[0] ?? '').slice(0, 35),
      platform: '',
      screenResolution: '',
      timezone: '',
    },
  }
}
