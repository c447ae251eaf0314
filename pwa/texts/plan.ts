/** The owner's plan: its terms, the end of a trial, and how to get another plan. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const plan = {
  title: 'Plan',
  description: 'What your business is on, and what else there is.',
  current: 'Your Plan',
  onTrial: (days: number) =>
    days === 1
      ? 'Your trial ends tomorrow.'
      : counted(days, { other: 'Your trial ends in # days.' }),
  trialOver: 'Your trial has ended. Your data is safe, and sales you record are held.',
  suspended: 'Your business is suspended. Your data is safe, and sales you record are held.',
  active: 'Everything is working. Your plan continues until you or the platform changes it.',
  contents: 'What it includes',
  notIncluded: 'Not included',
  others: 'Plans',
  ask: (plan: string) => `Ask for ${plan}`,
  askHint: 'We’ll write to you within a day. Nothing is charged until then.',
  asked: 'Request sent',
  askedHint: (plan: string) => `We’ll get in touch about the ${plan} plan.`,
  askFailed: 'Couldn’t send the request',
  offline: 'You’re offline. Connect to the internet to ask for a plan.',
  yours: 'Your plan',
  choose: 'See Plans',
}

export const planTexts = textsOf('plan', plan)
