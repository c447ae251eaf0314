/** Renders a mail as text and as HTML in the product's look, and escapes everything. */
import { fillFor, isColor } from '#schema/contract/color.ts'
import type { EmailText } from './email.ts'

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

export function renderEmail(email: EmailText): RenderedEmail {
  // Line breaks in a name must not inject headers.
  const subject = email.subject.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return { subject, text: toText(email), html: toHtml(email, subject) }
}

function toText({ heading, paragraphs, code, action, note, from, unsubscribe }: EmailText): string {
  const parts = [
    heading,
    ...paragraphs,
    code && `    ${code}`,
    action && `${action.label}: ${action.url}`,
    `-- \n${note}\n${unsubscribe ? `${unsubscribe.label}: ${unsubscribe.url}\n` : ''}${from ? `${senderLine(from)} · Regulars` : 'Regulars'}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Commercial mail has to state the sender's postal address. */
function senderLine({ businessName, postalAddress }: NonNullable<EmailText['from']>): string {
  return postalAddress ? `${businessName}, ${postalAddress}` : businessName
}

/** The business's colors for the button and the card's edge, as far as they are legible. */
function lookOf({ primaryColor, accentColor }: NonNullable<EmailText['from']>) {
  const { fill, text } = isColor(primaryColor ?? '')
    ? fillFor(primaryColor ?? '')
    : { fill: null, text: null }
  const accent = isColor(accentColor ?? '') ? accentColor : null
  return {
    // In dark mode, a brand's button keeps its colors.
    actionClass: fill ? 'brand-action' : 'action',
    action: fill ? `;background:${fill};color:${text}` : '',
    cardClass: accent ? 'card' : 'card plain',
    edge: accent ? `;border-top:4px solid ${accent}` : '',
  }
}

function toSender(from: EmailText['from']): string {
  if (!from) return 'Regulars'
  const name = toName(from.businessName)
  if (!from.logoUrl) return name
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:12px"><img src="${escapeHtml(from.logoUrl)}" alt="" height="40" style="display:block;height:40px;border-radius:8px"></td>
<td class="name" style="${style.sender}">${name}</td>
</tr></table>`
}

/** Isolates a right-to-left name so it doesn't reorder the text after it. */
function toName(name: string): string {
  return `<bdi>${escapeHtml(name)}</bdi>`
}

function toHtml(email: EmailText, subject: string): string {
  const look = lookOf(email.from ?? { businessName: '' })
  const paragraphs = email.paragraphs
    .map((text) => `<p class="text" style="${style.text}">${escapeHtml(text)}</p>`)
    .join('\n')
  const code = email.code
    ? `<p class="code" style="${style.code}${email.code.length > 8 ? style.longCode : ''}">${escapeHtml(email.code)}</p>`
    : ''
  const action = email.action
    ? `<p style="margin:24px 0 8px"><a class="${look.actionClass}" href="${escapeHtml(email.action.url)}" style="${style.action}${look.action}">${escapeHtml(email.action.label)}</a></p>`
    : ''
  const leave = email.unsubscribe
    ? ` <a class="note" href="${escapeHtml(email.unsubscribe.url)}" style="color:inherit">${escapeHtml(email.unsubscribe.label)}</a>`
    : ''
  const { businessName = '', postalAddress } = email.from ?? {}
  const sender = postalAddress ? `<br>${toName(businessName)}, ${escapeHtml(postalAddress)}` : ''
  return `<!doctype html>
<html lang="${email.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #161513 !important }
  .card { background: #1f1d1a !important; border-right-color: #35322c !important; border-bottom-color: #35322c !important; border-left-color: #35322c !important }
  .plain { border-top-color: #35322c !important }
  .name, .heading, .text, .code { color: #f3efe8 !important }
  .code { background: #121110 !important }
  .note { color: #bdb6a9 !important }
  .action { background: #7fd0b4 !important; color: #0b231c !important }
  .brand-action { border-color: #6b6558 !important }
}
</style>
</head>
<body class="page" style="margin:0;background:#faf8f4">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${style.column}">
<tr><td class="name" style="${style.name}">${toSender(email.from)}</td></tr>
<tr><td class="${look.cardClass}" style="${style.card}${look.edge}">
<h1 class="heading" style="${style.heading}">${escapeHtml(email.heading)}</h1>
${paragraphs}
${code}
${action}
</td></tr>
<tr><td class="note" style="${style.note}">${escapeHtml(email.note)}${leave}${sender}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const font = "font-family:Figtree,'Segoe UI',system-ui,sans-serif"
const style = {
  // Break long words in names instead of widening the page.
  column: 'max-width:480px;table-layout:fixed;overflow-wrap:anywhere;word-break:break-word',
  name: `${font};font-size:18px;font-weight:700;color:#14594a;padding:0 4px 16px`,
  sender: `${font};font-size:18px;line-height:1.3;font-weight:700;color:#14594a`,
  card: 'background:#ffffff;border:1px solid #e3ddd2;border-radius:16px;padding:28px',
  heading: `${font};font-size:22px;line-height:1.3;font-weight:700;color:#1f1c17;margin:0 0 12px`,
  text: `${font};font-size:16px;line-height:1.5;color:#1f1c17;margin:0 0 12px;overflow-wrap:anywhere`,
  code: `font-family:ui-monospace,Menlo,monospace;font-size:28px;font-weight:700;letter-spacing:4px;color:#1f1c17;background:#f2eee7;border-radius:12px;padding:16px;margin:20px 0;text-align:center`,
  longCode: ';font-size:20px;letter-spacing:1px',
  action: `${font};display:inline-block;background:#14594a;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border:1px solid transparent;border-radius:10px;padding:12px 20px`,
  note: `${font};font-size:13px;line-height:1.5;color:#5c564b;padding:16px 4px 0`,
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
