/** What each mail says. A code stands in the subject, so that a phone shows it without opening. */
import { limits } from '#schema/contract/limits.ts'
import type { EmailFields, EmailKind } from './email.ts'

export interface EmailText {
  subject: string
  heading: string
  paragraphs: string[]
  code?: string
  action?: { label: string; url: string }
  /** The small print: why this came, and what to do if it should not have. */
  note: string
}

type Templates = { [Kind in EmailKind]: (fields: EmailFields[Kind]) => EmailText }

const codeLives = `The code works for ${limits.oneTimeCodeMinutes} minutes, once.`
const notAsked = 'If you did not ask for this, you can ignore this mail: nothing was changed.'

const templates: Templates = {
  verifyEmail: ({ code, url }) => ({
    subject: `${code} is your Regulars verification code`,
    heading: 'Verify your email',
    paragraphs: ['Enter this code to finish creating your account.', codeLives],
    code,
    action: { label: 'Verify email', url },
    note: 'If you did not create an account with Regulars, you can ignore this mail.',
  }),
  changeEmail: ({ code, url }) => ({
    subject: `${code} is your Regulars verification code`,
    heading: 'Verify your new email',
    paragraphs: ['Enter this code to use this address for your account.', codeLives],
    code,
    action: { label: 'Verify email', url },
    note: notAsked,
  }),
  resetPassword: ({ code, url }) => ({
    subject: `${code} is your Regulars reset code`,
    heading: 'Reset your password',
    paragraphs: ['Enter this code to choose a new password.', codeLives],
    code,
    action: { label: 'Reset password', url },
    note: notAsked,
  }),
  accountExists: ({ loginUrl, resetUrl }) => ({
    subject: 'You already have a Regulars account',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to use this address for an account, and it has one already.',
      `If you have forgotten your password, you can choose a new one here: ${resetUrl}`,
    ],
    action: { label: 'Log in', url: loginUrl },
    note: 'If that was not you, there is nothing to do: nothing was changed.',
  }),
  ownerInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `Your invitation to run ${businessName} on Regulars`,
    heading: `Welcome, ${businessName}`,
    paragraphs: [
      `You are invited to set up the loyalty program of ${businessName}.`,
      `Create your account with this invite code. It works once, until ${expiresOn}.`,
    ],
    code,
    action: { label: 'Create account', url },
    note: 'If you do not know what this is about, you can ignore this mail.',
  }),
  staffInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `Join ${businessName} on Regulars`,
    heading: `Join the team of ${businessName}`,
    paragraphs: [
      `${businessName} invites you to work its counter with Regulars.`,
      `Create your account with this invite code. It works once, until ${expiresOn}.`,
    ],
    code,
    action: { label: 'Create account', url },
    note: 'If you do not know this business, you can ignore this mail.',
  }),
  passwordChanged: ({ resetUrl }) => ({
    subject: 'Your Regulars password was changed',
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and every device was signed out.'],
    action: { label: 'That was not me', url: resetUrl },
    note: 'If you changed it yourself, there is nothing to do.',
  }),
  emailChanged: ({ email }) => ({
    subject: 'Your Regulars email was changed',
    heading: 'Your email was changed',
    paragraphs: [`From now on your account uses ${email}.`],
    note: 'If that was not you, please write to the person who invited you at once.',
  }),
  accountClosed: ({ publicUrl }) => ({
    subject: 'Your Regulars account was closed',
    heading: 'Your account was closed',
    paragraphs: [`Your account at ${publicUrl} was closed, and its devices can no longer use it.`],
    note: 'If this surprises you, please write to the person who invited you.',
  }),
  memberPage: ({ businessName, url, firstName }) => ({
    subject: `Your page at ${businessName}`,
    heading: `Your page at ${businessName}`,
    paragraphs: [
      `${firstName ? `Hello ${firstName}, you` : 'You'} are a member of the loyalty program of ${businessName}. Your points, rewards and coupons are on your page.`,
      'The link opens your page for whoever has it, so please keep it to yourself.',
    ],
    action: { label: 'Open my page', url },
    note: `Somebody, perhaps you, signed up at ${businessName} with this address. If that was not you, you can ignore this mail.`,
  }),
}

/** Kinds that are of no use once their code has died. */
export const codeKinds: ReadonlySet<string> = new Set<EmailKind>([
  'verifyEmail',
  'changeEmail',
  'resetPassword',
])

/** @returns null for a kind that this release does not know */
export function writeEmail(kind: string, fields: Record<string, string>): EmailText | null {
  if (!Object.hasOwn(templates, kind)) return null
  const write = templates[kind as EmailKind] as (fields: Record<string, string>) => EmailText
  return write(fields)
}
