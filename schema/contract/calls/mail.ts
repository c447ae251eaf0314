/** Leaving a business's marketing mails by the link in one of them: the token says whose they are. */
import * as z from 'zod/mini'
import { call, done } from './call.ts'

export const mailCalls = {
  'mail.subscription': call({
    method: 'GET',
    path: '/api/unsubscribe/:token',
    access: 'anyone',
    answer: z.object({ businessName: z.string(), subscribed: z.boolean() }),
  }),
  /** Mailbox providers post a form here by themselves (RFC 8058); what it says does not matter. */
  'mail.unsubscribe': call({
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'anyone',
    answer: done,
  }),
} as const
