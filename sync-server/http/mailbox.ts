/**
 * The development mailbox: unsent mails, for local callers who know the URL that startup printed.
 * Behind a plain proxy every caller looks local, so the URL carries a key. It doesn't exist in
 * production or when SMTP is configured.
 */
import type { Context, Hono } from 'hono'
import { isLoopback } from '#sync-server/config.ts'
import { type KeptEmail, readKeptEmails } from '#sync-server/email/kept-emails.ts'
import { escapeHtml } from '#sync-server/email/layout.ts'
import { isMailboxKey, mailboxKey } from '#sync-server/email/mailbox-address.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './call.ts'
import { addressOf } from './caller.ts'

export function mountMailbox(app: Hono<HttpEnv>, server: Server): void {
  if (server.config.production || server.config.smtpUrl) return

  app.get('/dev/mailbox', async (context) => {
    requireInvited(context, server)
    const mails = await readKeptEmails(server)
    context.header('Cache-Control', 'no-store')
    context.header('Vary', 'Accept')
    const wantsJson = (context.req.header('accept') ?? '').includes('application/json')
    return wantsJson
      ? context.json(mails)
      : context.html(toPage(mails, mailboxKey(server.config.sessionSecret)))
  })

  app.get('/dev/mailbox/:id{[0-9]{1,15}}', async (context) => {
    requireInvited(context, server)
    const [mail] = await readKeptEmails(server, Number(context.req.param('id')))
    context.header('Cache-Control', 'no-store')
    return context.html(mail?.html ?? refuse('not_found'))
  })
}

function requireInvited(context: Context<HttpEnv>, { config, admission }: Server): void {
  admission.visit(context.var.origin.network, 'mailbox')
  const isKey = isMailboxKey(context.req.query('key') ?? '', config.sessionSecret)
  if (!isKey || !isLoopback(addressOf(context, config))) refuse('not_found')
}

function toPage(mails: KeptEmail[], key: string): string {
  const items = mails
    .map(
      (mail) => `<article>
<h2><a href="/dev/mailbox/${mail.id}?key=${key}">${escapeHtml(mail.subject)}</a></h2>
<p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.createdAt)}</p>
<pre>${linkAddresses(mail.text)}</pre>
</article>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Development mailbox</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid #e3ddd2; padding: 1rem 0 } h2 { font-size: 1.1rem; margin: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #faf8f4; padding: 1rem }
p { margin: 0; color: #5c564b }
</style></head>
<body><h1>Development mailbox</h1>
${items || '<p>No mail yet. What the product sends appears here.</p>'}
</body></html>`
}

function linkAddresses(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
