/** The pages behind mailed links, which share a file. */
export { MemberDataScreen } from './member-data.tsx'
export { MemberEmailScreen } from './member-email.tsx'
export { UnsubscribeScreen } from './unsubscribe.tsx'
