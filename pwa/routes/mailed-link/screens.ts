/** The pages behind mailed links and card codes, which share a file. */

export { CardLinkScreen } from './card-link.tsx'
export { MailMyCard } from './mail-my-card.tsx'
export { MemberEmailScreen } from './member-email.tsx'
export { PrivacyLinkScreen } from './privacy-link.tsx'
export { UnsubscribeScreen } from './unsubscribe.tsx'
