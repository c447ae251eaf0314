/** Sign-in, account creation, codes and new passwords. */
import { textsOf } from './language.ts'

export const account = {
  email: 'Email',
  password: 'Password',
  backToLogin: 'Back to login',
  tryAgain: 'Please try again.',
  firstName: 'First name',
  lastName: 'Last name',
  codeInvalid: 'Invalid code',
  codeWrong: 'Invalid or expired code',
  invalidLink: 'Invalid link',

  // Login
  login: 'Login',
  loginHint: 'Sign in to your Regulars account.',
  noAccount: 'No account yet? <link>Create account</link>',
  forgotPassword: 'Forgot password?',
  workWaits:
    'This device has unsynced changes. They’ll sync the next time someone from this business signs in.',
  allowCookies: (site: string) =>
    `You’re not logged in: this browser keeps no cookies for this site, and logging in needs them. In the browser’s privacy settings, allow cookies for ${site}. Then log in again.`,
  notVerified: 'Email not verified',
  verifyFirst: 'Please verify your email first.',
  loginSuccessful: 'Login successful',
  loginFailed: 'Login failed',
  loginWrong: 'Invalid email or password',
  checkBoth: 'Check your email and your password, and try again.',

  // Create account
  createAccountTitle: 'Create account',
  codeFilledIn: 'We’ve filled in your invite code. Just add your details.',
  inviteFilledIn: 'We’ve filled in your invite code and email. Just add your details.',
  inviteOnly: 'Regulars is invite-only. Your invite code is in your email.',
  haveAccount: 'Already have an account? <link>Sign in</link>',
  inviteCode: 'Invite code',
  createAccount: 'Create Account',
  agree:
    'By creating an account, you agree to the <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.',
  registered: 'Registration successful!',
  registeredHint: 'Please check your email for a verification code',
  registrationFailed: 'Registration failed',
  checkDetails: 'Please check your details and try again',

  // New password
  passwordHint: '8+ characters with an uppercase letter, a lowercase letter, and a number',
  confirmPassword: 'Confirm password',
  passwordsDiffer: "Passwords don't match",
  passwordsDifferHint: 'Enter the same password in both fields.',
  passwordShort: 'Password too short',
  passwordShortHint: (count: number) => `Password must be at least ${count} characters`,

  // Forgot and reset
  resetTitle: 'Reset your password',
  forgotHint: 'Enter your email and we’ll send you a code to reset your password.',
  sendResetCode: 'Send Reset Code',
  checkEmail: 'Check your email',
  checkEmailHint: "If an account exists, we've sent a reset code to your email.",
  requestFailed: 'Request failed',
  newPasswordTitle: 'Choose a new password',
  resetHint: (digits: number, minutes: number) =>
    `If that account exists, we emailed a ${digits}-digit code. It expires in ${minutes} minutes.`,
  resetByLinkHint: 'Your link is valid. Enter your new password twice.',
  noResetCode: 'Didn’t get a code? <link>Send another</link>',
  noResetUser: 'No user ID found. Request a new reset code.',
  resetCode: 'Reset code',
  newPassword: 'New password',
  resetPassword: 'Reset Password',
  resetDone: 'Password reset successful',
  resetDoneHint: 'You can sign in with your new password.',
  resetFailed: 'Reset failed',

  // Verify
  verifyTitle: 'Verify your email',
  verifyHint: (digits: number, minutes: number) =>
    `We emailed you a ${digits}-digit code. It expires in ${minutes} minutes.`,
  noVerifyUser: 'No user ID found. Create your account again.',
  verificationCode: 'Verification code',
  checkSpam: 'Don’t see it? Check your spam folder.',
  verifyEmail: 'Verify Email',
  verified: 'Email verified!',
  verifiedChange: 'Your account now uses this email.',
  verifiedHint: 'You can sign in now.',
  verificationFailed: 'Verification failed',
  resendCode: 'Resend code',
  resendIn: (seconds: number) =>
    seconds > 90 ? `Resend code in ${Math.ceil(seconds / 60)} min` : `Resend code in ${seconds} s`,
  codeResent: 'Code resent',
  codeResentHint: 'Please check your email for the new code.',
  resendFailed: 'Resend failed',
}

export const accountTexts = textsOf('account', account)
