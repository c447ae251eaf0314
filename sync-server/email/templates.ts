/** Mail templates in the language of the person who caused the mail; one catalog per language. */
import { isMailLanguage, type MailLanguage } from '#sync-server/rule/origin.ts'
import type { EmailKind, EmailText, EmailTexts } from './email.ts'
import { english } from './texts/en.ts'
import { spanish } from './texts/es.ts'

const catalogs: Record<MailLanguage, EmailTexts> = { en: english, es: spanish }

/** Kinds that are useless once their code has expired. */
export const codeKinds: ReadonlySet<string> = new Set<EmailKind>([
  'verifyEmail',
  'changeEmail',
  'resetPassword',
])

/** @returns null for a kind unknown to this release */
export function writeEmail(kind: string, fields: Record<string, string>): EmailText | null {
  const language = isMailLanguage(fields.language) ? fields.language : 'en'
  const texts = catalogs[language]
  if (!Object.hasOwn(texts, kind)) return null
  const write = texts[kind as EmailKind] as (
    fields: Record<string, string>,
  ) => Omit<EmailText, 'language'>
  return { language, ...write(fields) }
}
