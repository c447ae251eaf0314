/**
 * Webhooks of two mail providers about mails that came back (docs/operations.md, "Mail that comes
 * back"). Without its setting, or with a wrong proof, each answers like an address that doesn't
 * exist.
 */
import { createHmac } from 'node:crypto'
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { noteReturned, postmarkField, type ReturnedMail } from '#sync-server/email/returned.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { isSameSecret } from '#sync-server/secret.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './call.ts'
import { readJson } from './route.ts'

/** Postmark's types of permanent refusals of a mailbox, as RFC 3463 codes them. */
const postmarkStatuses: Record<string, string> = {
  HardBounce: '5.1.1',
  BadEmailAddress: '5.1.3',
}

const postmarkBounce = z.object({
  RecordType: z.literal('Bounce'),
  Type: z.string(),
  Email: z.string(),
  Metadata: z.object({ [postmarkField]: z.string() }),
})

const mailgunEvent = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: z.optional(z.string()),
    recipient: z.optional(z.string()),
    message: z.optional(z.object({ headers: z.object({ 'message-id': z.string() }) })),
    'delivery-status': z.optional(z.object({ 'enhanced-code': z.optional(z.string()) })),
  }),
})

export function mountReturnedMail(app: Hono<HttpEnv>, server: Server): void {
  const { postmarkWebhookPassword: password, mailgunSigningKey: signingKey } = server.config

  app.post('/returned-mail/postmark', async (context) => {
    const [, given] = splitOnce(basicOf(context), ':')
    if (!password || !isSameSecret(given, password)) refuseStranger(context, server)
    const sent = postmarkBounce.safeParse(await readJson(context))
    // Other events, and mails of other programs.
    if (!sent.success) return context.body(null, 204)
    const { Type, Email, Metadata } = sent.data
    const status = postmarkStatuses[Type] ?? ''
    return note(context, server, {
      messageId: Metadata[postmarkField] ?? '',
      recipient: Email,
      status,
    })
  })

  app.post('/returned-mail/mailgun', async (context) => {
    const sent = signingKey ? mailgunEvent.safeParse(await readJson(context)) : undefined
    if (!signingKey || !sent?.success) return refuseStranger(context, server)
    const { signature, 'event-data': event } = sent.data
    const { timestamp, token } = signature
    const expected = createHmac('sha256', signingKey)
      .update(timestamp + token)
      .digest('hex')
    if (!isSameSecret(signature.signature, expected)) refuseStranger(context, server)
    const isFinal = event.event === 'failed' && event.severity === 'permanent'
    const messageId = event.message?.headers['message-id'] ?? ''
    if (!isFinal) return context.body(null, 204)
    return note(context, server, {
      messageId: splitOnce(messageId, '@')[0],
      recipient: event.recipient ?? '',
      status: event['delivery-status']?.['enhanced-code'] ?? '',
    })
  })
}

async function note(context: Context, server: Server, returned: ReturnedMail): Promise<Response> {
  await noteReturned(server, returned)
  // The provider needn't try again, even if the mail isn't known any more.
  return context.body(null, 204)
}

function refuseStranger({ var: { origin } }: Context<HttpEnv>, { admission }: Server): never {
  admission.visit(origin.network, 'unknown')
  return refuse('not_found')
}

function basicOf({ req }: Context): string {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(req.header('authorization') ?? '') ?? []
  return Buffer.from(encoded, 'base64').toString('utf8')
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
