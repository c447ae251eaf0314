/**
 * Unsubscribing from a business's marketing mail with the link in one of them; the token identifies
 * the recipient.
 */
import * as z from 'zod/mini'
import { call, done } from './call.ts'

export const mailCalls = {
  'mail.subscription': call({
    method: 'GET',
    path: '/api/unsubscribe/:token',
    access: 'anyone',
    answer: z.object({ businessName: z.string(), subscribed: z.boolean() }),
  }),
  /** Mailbox providers post a form here on their own (RFC 8058); its content does not matter. */
  'mail.unsubscribe': call({
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'anyone',
    answer: done,
  }),
} as const
