/** The public screens in one file: sign-in, sign-up, forgotten password, legal texts. */
export { ForgotPasswordScreen } from '#pwa/routes/account/forgot-password.tsx'
export { LoginScreen } from '#pwa/routes/account/login.tsx'
export { SignUpScreen } from '#pwa/routes/account/register.tsx'
export { ResetPasswordScreen } from '#pwa/routes/account/reset-password.tsx'
export { VerifyEmailScreen } from '#pwa/routes/account/verify-email.tsx'
export { PrivacyScreen } from '#pwa/routes/legal/privacy.tsx'
export { TermsScreen } from '#pwa/routes/legal/terms.tsx'
