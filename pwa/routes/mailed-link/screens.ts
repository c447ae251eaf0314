/** The pages behind mailed links, which share a file. */

export { MemberEmailScreen } from './member-email.tsx'
export { PrivacyLinkScreen } from './privacy-link.tsx'
export { UnsubscribeScreen } from './unsubscribe.tsx'
