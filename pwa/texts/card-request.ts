/** A member asks for the link to their card on the sign-up page. */
import { textsOf } from './language.ts'

export const cardRequest = {
  title: 'Get your card by email',
  hint: 'Type the email that you joined with. We’ll send the link to your card.',
  email: 'Email',
  send: 'Email My Card',
  sent: 'Check your email',
  onItsWay: 'If you’re a member with this address, the link to your card is on its way:',
  offline: 'Connect to the internet to get your card by email.',
  failed: 'We couldn’t send it. Try again.',
  joinInstead: 'Join Instead',
}

export const cardRequestTexts = textsOf('cardRequest', cardRequest)
