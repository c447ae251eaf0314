/** A caller's languages: the chosen one (public/theme.js) comes before the browser's. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { isMailLanguage, type MailLanguage, readMailLanguage } from '#sync-server/email/email.ts'

/** Proves nothing about the caller, so that pages of other sites may send it. */
function chosenLanguage(context: Context): MailLanguage | undefined {
  const chosen = getCookie(context, 'language')
  return isMailLanguage(chosen) ? chosen : undefined
}

export function mailLanguageOf(context: Context): MailLanguage {
  const accepted = (context.req.header('accept-language') ?? '').slice(0, 512)
  return chosenLanguage(context) ?? readMailLanguage(accepted)
}

/** Parses 'es-MX,es;q=0.9,en;q=0.8'; browsers list languages in order of preference. */
export function languagesOf(context: Context): string[] {
  const accepted = (context.req.header('accept-language') ?? '').split(',')
  const listed = accepted.map((one) => one.split(';')[0]?.trim() ?? '')
  return [chosenLanguage(context) ?? [], listed].flat()
}
