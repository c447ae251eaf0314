/** The overview of a business's settings. */
import { textsOf } from './language.ts'

export const settings = {
  title: 'Settings',
  description: 'How your program works, looks, and who works it.',
  hints: {
    program: 'How points are earned, and what new members get.',
    branding: 'Your name, logo, and colors, with a preview.',
    offlineRedemption: 'What staff may hand over without a connection.',
    staff: 'Who works here, and what they may do.',
    devices: 'Whether everything has arrived. Sign out and wipe a lost one.',
    tills: 'Shared devices at the counter, unlocked by PIN.',
    plan: 'Your plan, your trial, and the other plans.',
    activityLog: 'Who did what, and when.',
  },
  export: {
    title: 'Export Everything',
    hint: 'One zip file with your members and their consents, points, purchases, coupons, rewards, campaigns, and activity log, as spreadsheets and as JSON. Coupon codes stay out. Keep it safe: it holds your members’ names and addresses.',
    file: 'everything',
    done: 'Your export was downloaded.',
    failed: 'We couldn’t export your data',
  },
}

export const settingsTexts = textsOf('settings', settings)
