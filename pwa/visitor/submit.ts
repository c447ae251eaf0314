/** The code for a press of the sign-up button, in one module (load-submit.ts loads it). */
export { followSignUp } from './follow-sign-up.ts'
export { sendNow } from './keep-sending.ts'
export { saveSignUp } from './save-sign-up.ts'
export { checkSignUp } from './sign-up.ts'
export { isTill } from './till.ts'
