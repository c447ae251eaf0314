/**
 * The privacy policy: which data is stored about whom, where and for how long. It must match what
 * the product does.
 */

import type { LegalText } from '#pwa/texts/legal-text.ts'
import { textsOf } from './language.ts'

export const privacy: LegalText = {
  title: 'Privacy Policy',
  summary:
    'We keep only what a loyalty card needs. No ad trackers, and we never sell data. Marketing is opt-in, and you can opt out anytime.',
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [
        'When you join a program, <b>the business that runs it</b> decides what your data is used for. The company that operates this site keeps the data on its behalf. For accounts of people who run a program, the company that operates this site is responsible itself.',
      ],
      items: [],
    },
    {
      heading: 'What we keep about members',
      paragraphs: [],
      items: [
        'Your first and last name, your email address, and your phone number if you provide it. Month and day of your birthday if you provide them, for a treat; never the year.',
        'Your points, the purchases they come from (amount and time, not what you bought), your rewards, and your coupons.',
        'What you did and didn’t agree to, including the version, date, and screen.',
        'A short description that your browser sends when you sign up: its name, language, platform, screen size, and time zone. We use it only as a label, such as “signed up on an iPhone,” never to recognize you elsewhere. We don’t fingerprint your device unless you agree to it.',
        'The IP address you sign up from, for up to 90 days, to prevent abuse of welcome rewards.',
      ],
    },
    {
      heading: 'What we keep about accounts',
      paragraphs: [
        'Your name, email address, phone number and photo if you add them, a password that is stored only as a hash, your sessions, and an activity log for the account.',
      ],
      items: [],
    },
    {
      heading: 'Who sees it',
      paragraphs: [],
      items: [
        'Staff at the counter see your name, your points, and parts of your email address and phone number, so that they can find you.',
        'The business owner can see everything the business has about you.',
        'Other businesses can’t see any of it. Data is isolated at the database level.',
        'The platform’s administrators can view a business’s data to provide support. Every view is logged.',
      ],
    },
    {
      heading: 'On your device',
      paragraphs: [
        'To work offline, the app keeps your card, or what your work at the counter needs, in your browser’s storage. Signing out removes it, except unsynced changes, which are encrypted. People with an account get up to three cookies: one keeps you signed in, one recognizes devices you’ve used before, and one counts unsynced changes. A phone or tablet with unsent sign-ups gets one that counts them. A language that you choose is kept in a cookie as well. There are no cookies for advertising or analytics, and nothing on the page loads from other companies.',
      ],
      items: [],
    },
    {
      heading: 'Messages',
      paragraphs: [
        'Emails, texts, and push notifications are three separate choices, none checked by default. Every marketing email has a one-click unsubscribe link. Messages that the program needs, such as the link to your card or a code, don’t depend on these choices.',
      ],
      items: [],
    },
    {
      heading: 'How long',
      paragraphs: [
        'As long as you are a member or have an account. When your data is deleted, everything that identifies you is removed. Amounts and points stay without your name, so the business’s records still add up.',
      ],
      items: [],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can see, correct, export, and delete your data, withdraw consent, and object to how we use it. Ask the business; we confirm exports and deletions by email so no one else can request them. You can also file a complaint with your local data protection authority.',
      ],
      items: [],
    },
  ],
}

export const privacyTexts = textsOf('privacy', privacy)
