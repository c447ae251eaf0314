/** The terms that a sign-up accepts, in plain words. They must match what the product does. */

import type { LegalText } from '#pwa/texts/legal-text.ts'
import { textsOf } from './language.ts'

export const terms: LegalText = {
  title: 'Terms of Service',
  summary:
    'Joining is free. The business decides what points are worth. The link to your card is private, so don’t share it. You can leave anytime.',
  sections: [
    {
      heading: 'Who this agreement is with',
      paragraphs: [
        'Regulars is a platform on which businesses run their own loyalty programs. When you join a program, your agreement is with <b>the business that runs it</b>; its name is at the top of the page. The company that operates this site provides the platform to that business. When you open an account to run a program, your agreement is with the company that operates this site.',
      ],
      items: [],
    },
    {
      heading: 'For members of a program',
      paragraphs: [],
      items: [
        'Membership is free, requires no purchase, and is personal to you.',
        'You earn points on purchases at the rate the business posts. Staff record the purchase, and the points appear on your card once confirmed.',
        'Points are not money. They can’t be cashed out, sold, or transferred, and they’re only good at the business where you earned them.',
        'A reward costs the points shown beside it. Redeeming gives you a single-use coupon that’s good until the date shown.',
        'A purchase that is returned, or was recorded by mistake, can be voided, and its points are removed.',
        'The welcome reward is one per person. When many sign-ups come from one place, the business may review a welcome reward before giving it. Your membership stays active in the meantime.',
        'Your card opens with its link alone. Anyone with the link can see your points and redeem your rewards, so treat it like a card in your wallet. Tell the business if someone else has it, and they can replace it.',
        'You may leave at any time. Unredeemed points are forfeited when you leave.',
      ],
    },
    {
      heading: 'Using the app offline',
      paragraphs: [
        'The app works offline. Anything you record offline is saved on the device, syncs later, and counts once it’s accepted. If something is rejected, the app tells you why.',
      ],
      items: [],
    },
    {
      heading: 'For businesses',
      paragraphs: [],
      items: [
        'You need an invite code to open an account. Each account is for one person.',
        'You’re responsible for your program: its rules, rewards, wording, and compliance with local law.',
        'You use your members’ data for your program only, and contact them only through the channels they agreed to.',
        'The trial is 14 days free. When it ends, or when an account is suspended, the dashboard becomes read-only. Nothing is deleted, and unsynced changes on your devices are applied once the business is active again.',
        'Your data is yours. You can export it at any time, during the trial and after it.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Don’t sign up other people, don’t collect welcome rewards under multiple names, and don’t try to access data that isn’t yours. Memberships and accounts that do may be closed.',
      ],
      items: [],
    },
    {
      heading: 'When something goes wrong',
      paragraphs: [
        'We build the platform so your data isn’t lost, but like any software it may be unavailable at times. Nothing in these terms limits the rights that the law gives you as a consumer.',
      ],
      items: [],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'Each version of these terms has its own number, and what you agreed to is kept with it. We’ll announce material changes before they take effect.',
      ],
      items: [],
    },
  ],
}

export const termsTexts = textsOf('terms', terms)
