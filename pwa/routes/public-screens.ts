/** The public screens in one file: sign-in, sign-up, forgotten password, legal texts. */
export { ForgotPasswordScreen } from './account/forgot-password.tsx'
export { LoginScreen } from './account/login.tsx'
export { SignUpScreen } from './account/register.tsx'
export { ResetPasswordScreen } from './account/reset-password.tsx'
export { VerifyEmailScreen } from './account/verify-email.tsx'
export { PrivacyScreen } from './legal/privacy.tsx'
export { TermsScreen } from './legal/terms.tsx'
