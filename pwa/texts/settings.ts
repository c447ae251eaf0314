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
  },
}

export const settingsTexts = textsOf('settings', settings)
