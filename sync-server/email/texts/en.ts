/**
 * Mail texts in American English. A code is in the subject, where a phone's notification shows it.
 */
import { limits } from '#schema/contract/limits.ts'
import { welcomeMail } from '#schema/contract/welcome-mail.ts'
import type {
  EmailBrand,
  EmailTexts,
  OfferText,
  SecondFactorChange,
} from '#sync-server/email/email.ts'

const codeExpires = `This code expires in ${limits.oneTimeCodeMinutes} minutes and works once.`
const notRequested = 'If you didn’t request this, you can ignore this email. Nothing has changed.'
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const planNames: Record<string, string> = { pro: 'Pro', enterprise: 'Enterprise' }

const factorChanges: Record<SecondFactorChange, string> = {
  passkeyAdded: 'A passkey was added to your account.',
  passkeyRemoved: 'A passkey was removed from your account.',
  appAdded: 'An authenticator app was set up for your account.',
  appRemoved: 'The authenticator app was removed from your account.',
  codesRenewed: 'You made new recovery codes. The old ones no longer work.',
  codeUsed: 'Someone signed in to your account with one of your recovery codes.',
  reset:
    'Your two-step verification was reset. You can sign in with your password and set it up again.',
}

const troubleNames: Record<string, string> = {
  deviceSilent: 'Devices with unsent work are silent',
  mailFailing: 'Mails do not leave',
  jobFailing: 'A background job fails',
  repair: 'A device differed from the server',
  diskFull: 'The disk is almost full',
}

export const english: EmailTexts = {
  verifyEmail: ({ code, url }) => ({
    subject: `${code} is your Regulars verification code`,
    heading: 'Verify your email',
    paragraphs: ['Enter this code to finish creating your account.', codeExpires],
    code,
    action: { label: 'Verify Email', url },
    note: 'If you didn’t create a Regulars account, you can ignore this email.',
  }),
  changeEmail: ({ code, url }) => ({
    subject: `${code} is your Regulars verification code`,
    heading: 'Verify your new email',
    paragraphs: ['Enter this code to start using this email for your account.', codeExpires],
    code,
    action: { label: 'Verify Email', url },
    note: notRequested,
  }),
  resetPassword: ({ code, url }) => ({
    subject: `${code} is your Regulars reset code`,
    heading: 'Reset your password',
    paragraphs: ['Open the link, or enter this code, to choose a new password.', codeExpires],
    code,
    action: { label: 'Reset Password', url },
    note: notRequested,
  }),
  resetByLink: ({ url }) => ({
    subject: 'Reset your Regulars password',
    heading: 'Reset your password',
    paragraphs: ['Open this link to choose a new password. It works once and expires in an hour.'],
    action: { label: 'Reset Password', url },
    note: notRequested,
  }),
  accountExists: ({ loginUrl, resetUrl }) => ({
    subject: 'You already have a Regulars account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone (maybe you) tried to create an account with this email, but you already have one.',
      `Forgot your password? Reset it here: ${resetUrl}`,
    ],
    action: { label: 'Log In', url: loginUrl },
    note: 'If this wasn’t you, you don’t need to do anything. Nothing has changed.',
  }),
  ownerInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `You’re invited to run ${businessName} on Regulars`,
    heading: `Welcome, ${businessName}`,
    paragraphs: [
      `You’ve been invited to set up ${businessName}’s loyalty program.`,
      `Use this code to create your account. It works once and expires ${day.format(new Date(expiresOn))}.`,
    ],
    code,
    action: { label: 'Create Account', url },
    note: 'Not expecting this? You can ignore this email.',
  }),
  staffInvite: ({ businessName, code, url, expiresOn }) => ({
    subject: `Join ${businessName} on Regulars`,
    heading: `Join the ${businessName} team`,
    paragraphs: [
      `${businessName} invited you to join its team on Regulars.`,
      `Use this code to create your account. It works once and expires ${day.format(new Date(expiresOn))}.`,
    ],
    code,
    action: { label: 'Create Account', url },
    note: 'Don’t recognize this business? You can ignore this email.',
  }),
  passwordChanged: ({ resetUrl }) => ({
    subject: 'Your Regulars password was changed',
    heading: 'Your password was changed',
    paragraphs: ['Your password was changed and you were signed out on all devices.'],
    action: { label: 'This wasn’t me', url: resetUrl },
    note: 'If this was you, you’re all set.',
  }),
  emailChanged: ({ email, undoUrl }) => ({
    subject: 'Your Regulars email was changed',
    heading: 'Your email was changed',
    paragraphs: [`Your account now uses ${email}, and you were signed out on your other devices.`],
    ...(undoUrl && { action: { label: 'This wasn’t me', url: undoUrl } }),
    note: !undoUrl
      ? 'If this wasn’t you, contact the person who invited you right away.'
      : 'If this was you, you’re all set. If not, the link restores this address within 7 days: it asks for a new password and signs out every device.',
  }),
  secondFactorChanged: ({ change, resetUrl }) => ({
    subject: 'Your Regulars two-step verification changed',
    heading: 'Two-step verification',
    paragraphs: [factorChanges[change]],
    action: { label: 'This wasn’t me', url: resetUrl },
    note: 'If this was you, you’re all set. If not, change your password right away.',
  }),
  accountClosed: ({ publicUrl }) => ({
    subject: 'Your Regulars account was closed',
    heading: 'Your account was closed',
    paragraphs: [`Your account at ${publicUrl} was closed and signed out on all devices.`],
    note: 'If you didn’t expect this, contact the person who invited you.',
  }),
  planRequest: ({ businessName, plan, url }) => ({
    subject: `${businessName} asks for the ${planNames[plan] ?? plan} plan`,
    heading: `${businessName} asks for the ${planNames[plan] ?? plan} plan`,
    paragraphs: [
      'Nothing has changed yet. Open the business to change its plan, or get in touch with its owner.',
    ],
    action: { label: 'Open Business', url },
    note: 'You get this because you’re a super admin on Regulars.',
  }),
  trouble: ({ trouble, subject, told, url }) => {
    const name = troubleNames[trouble] ?? trouble
    const about = subject ? `${name} (${subject})` : name
    return {
      subject: told === 'over' ? `Over: ${about}` : about,
      heading: told === 'over' ? `Over: ${about}` : about,
      paragraphs: [
        told === 'over'
          ? 'The servers no longer see this. You don’t need to do anything.'
          : 'You get one email when this begins and one when it is over. The System screen says what to do.',
      ],
      action: { label: 'Open System', url },
      note: 'You get this because you’re a super admin on Regulars.',
    }
  },
  memberPage: ({ businessName, url, firstName, because, ...look }) => ({
    from: { businessName, ...look },
    subject: `Your ${businessName} loyalty card`,
    heading: `Your ${businessName} loyalty card`,
    paragraphs: [
      firstName
        ? `Hi ${firstName}, you’re a member of ${businessName}’s loyalty program. Your points, rewards, and coupons are on your card.`
        : `You’re a member of ${businessName}’s loyalty program. Your points, rewards, and coupons are on your card.`,
      'Anyone with this link can open your card, so keep it private.',
    ],
    action: { label: welcomeMail.en.button, url },
    note:
      because === 'emailChanged'
        ? `Your loyalty card at ${businessName} now uses this email. If it isn’t yours, you can ignore this.`
        : `Someone (maybe you) signed up at ${businessName} with this email. If it wasn’t you, you can ignore this.`,
  }),
  importedCard: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Your ${businessName} loyalty card`,
    heading: `Your ${businessName} loyalty card`,
    paragraphs: [
      `Your points at ${businessName} moved to a new program. Your points, rewards, and coupons are on this card; show it at the counter each time you pay.`,
      'Anyone with this link can open your card, so keep it private.',
    ],
    action: { label: welcomeMail.en.button, url },
    note: `You get this once, because you were a member of ${businessName}’s program before. If that isn’t you, you can delete your data from the card.`,
  }),
  memberEmail: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Confirm your email for ${businessName}`,
    heading: 'Confirm your email',
    paragraphs: [
      `Open the link and press the button there to use this email for your ${businessName} loyalty card.`,
      'The link works once and expires in an hour.',
    ],
    action: { label: 'Confirm Email', url },
    note: notRequested,
  }),
  memberEmailChanged: ({ businessName, email, undoUrl, ...look }) => ({
    from: { businessName, ...look },
    subject: `Your email at ${businessName} was changed`,
    heading: 'Your email was changed',
    paragraphs: [
      `Your ${businessName} loyalty card now uses ${email}. Links to the card in earlier emails no longer work.`,
    ],
    ...(undoUrl && { action: { label: 'This wasn’t me', url: undoUrl } }),
    note: undoUrl
      ? 'If this was you, you’re all set. If not, the link restores this address within 7 days and closes the card everywhere it’s open.'
      : `Someone used a link in an email to the card’s former address. If you don’t know why, ask ${businessName}.`,
  }),
  dataExport: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Your data at ${businessName}`,
    heading: 'Download your data',
    paragraphs: [
      `Everything ${businessName}’s loyalty program keeps about you, in one file.`,
      'This link works for one hour.',
    ],
    action: { label: 'Download My Data', url },
    note: notRequested,
  }),
  dataErasure: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `Delete your data at ${businessName}`,
    heading: 'Confirm deleting your data',
    paragraphs: [
      `If you confirm, you’ll leave ${businessName}’s loyalty program, and we’ll permanently delete your points, coupons, and personal data.`,
      'This link works for one hour, and asks once more before anything is deleted.',
    ],
    action: { label: 'Continue', url },
    note: notRequested,
  }),
  erasureDue: ({ businessName, url, ...look }) => ({
    from: { businessName, ...look },
    subject: `${businessName} deletes your data in 24 hours`,
    heading: 'Your data will be deleted',
    paragraphs: [
      `In 24 hours, you’ll leave ${businessName}’s loyalty program, and we’ll permanently delete your points, coupons, and personal data, as you asked.`,
    ],
    action: { label: 'Keep My Data', url },
    note: `If you didn’t ask for this, press the button before then, or tell ${businessName}.`,
  }),
  welcome: ({ businessName, url, points, discountPercent, ...look }) => ({
    from: { businessName, ...look },
    subject: `Welcome to ${businessName}`,
    heading: welcomeMail.en.heading(businessName),
    paragraphs: [
      ...givenOf(Number(points), Number(discountPercent)),
      'Your card shows your points, rewards, and coupons. Show it at the counter each time you pay.',
      'Anyone with this link can open your card, so keep it private.',
    ],
    action: { label: welcomeMail.en.button, url },
    note: `Someone (maybe you) signed up at ${businessName} with this email. If it wasn’t you, you can delete your data from the card.`,
  }),
  offer: ({ unsubscribeUrl, ...offer }) => ({
    ...offerText(offer),
    unsubscribe: { label: 'Unsubscribe', url: unsubscribeUrl },
    note: `You’re getting this because you agreed to marketing emails from ${offer.businessName}.`,
  }),
  offerTest: (offer) => ({
    ...offerText(offer),
    subject: `Test: ${offer.subject}`,
    note: 'This is a test that you sent to yourself. Members also get their own coupon and a link to unsubscribe.',
  }),
}

function offerText(offer: OfferText & EmailBrand) {
  const { subject, message, discount, expiresAt, expiresOn, url, ...from } = offer
  return {
    from,
    subject,
    heading: subject,
    paragraphs: [
      ...message.split(/\n+/),
      `Your coupon for ${discount} off is on your card. Use it by ${day.format(new Date(expiresOn ?? expiresAt))}.`,
    ],
    action: { label: 'See My Coupon', url },
  }
}

function givenOf(points: number, discountPercent: number): string[] {
  const bonus = `${points.toLocaleString('en-US')} welcome ${points === 1 ? 'point' : 'points'}`
  const coupon = `a coupon for ${discountPercent}% off`
  if (points > 0 && discountPercent > 0) return [`You got ${bonus} and ${coupon}.`]
  if (points > 0) return [`You got ${bonus}.`]
  return discountPercent > 0 ? [`You got ${coupon}.`] : []
}
