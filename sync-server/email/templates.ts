/** Mail templates in the language of the person who caused the mail; one catalog per language. */
import { isMailLanguage, type MailLanguage } from '#sync-server/rule/origin.ts'
import type { EmailBrand, EmailFields, EmailKind } from './email.ts'
import { english } from './texts/en.ts'
import { spanish } from './texts/es.ts'

export interface EmailText {
  language: MailLanguage
  subject: string
  heading: string
  paragraphs: string[]
  code?: string
  action?: { label: string; url: string }
  /** Set if the mail is sent in a business's name and look. */
  from?: { businessName: string; postalAddress?: string } & EmailBrand
  /** Set for marketing mail: the link that unsubscribes. */
  unsubscribe?: { label: string; url: string }
  /** The small print: why the recipient got this, and what to do if they shouldn't have. */
  note: string
}

/** A catalog: the same kinds, with the same fields, in each language. */
export type EmailTexts = {
  [Kind in EmailKind]: (fields: EmailFields[Kind]) => Omit<EmailText, 'language'>
}

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
