/**
 * Calls behind links: unsubscribing from a business's marketing mail, changing a member's email,
 * downloading, erasing or keeping their data, and opening a card by the QR code that staff show. The
 * token in the link identifies the recipient.
 */
import * as z from 'zod/mini'
import { openedCardLink, pressedCardLink, shownCardLink } from '#schema/contract/card-link.ts'
import { uuid } from '#schema/contract/id.ts'
import { emailLink, openedEmailLink, pressedEmailLink } from '#schema/contract/member-email.ts'
import { openedPrivacyLink, privacyLink } from '#schema/contract/privacy-link.ts'
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
  /** Reads the link; only the next call changes anything. */
  'mail.memberEmail': call({
    method: 'POST',
    path: '/api/member-email/link',
    access: 'anyone',
    repeatable: true,
    body: openedEmailLink,
    answer: emailLink,
  }),
  /** Applies the change of a member's email, or undoes it from the former mailbox. */
  'mail.pressMemberEmail': call({
    method: 'POST',
    path: '/api/member-email',
    access: 'anyone',
    body: pressedEmailLink,
    answer: done,
  }),
  /** Reads a link about a member's data; only the next calls act. */
  'mail.privacyLink': call({
    method: 'POST',
    path: '/api/member-data/link',
    access: 'anyone',
    repeatable: true,
    body: openedPrivacyLink,
    answer: privacyLink,
  }),
  /** Reads the link of a QR code that staff show or print; only the next call opens the card. */
  'mail.cardLink': call({
    method: 'POST',
    path: '/api/member-card/link',
    access: 'anyone',
    repeatable: true,
    body: openedCardLink,
    answer: shownCardLink,
  }),
  'customer.openCard': call({
    method: 'POST',
    path: '/api/member-card',
    access: 'anyone',
    body: pressedCardLink,
    answer: z.object({ customerId: uuid }),
  }),
  'customer.export': call({
    method: 'POST',
    path: '/api/member-data/export',
    access: 'anyone',
    repeatable: true,
    body: openedPrivacyLink,
    answer: z.record(z.string(), z.unknown()),
  }),
  'customer.erase': call({
    method: 'POST',
    path: '/api/member-data/erasure',
    access: 'anyone',
    body: openedPrivacyLink,
    answer: done,
  }),
  /** Cancels an erasure that an owner planned. */
  'customer.keep': call({
    method: 'POST',
    path: '/api/member-data/keep',
    access: 'anyone',
    body: openedPrivacyLink,
    answer: done,
  }),
} as const
