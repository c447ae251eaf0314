/** A new owner's setup steps. */
import { textsOf } from './language.ts'

export const setUp = {
  title: 'Get Set Up',
  progress: (done: number, of: number) => `${done} of ${of} steps done`,
  hide: 'Hide These Steps',
  ready: 'You’re Ready',
  readyHint: 'Put the poster up where people pay, and give the counter its device.',
  poster: 'Print the Poster',
  counterDevice: 'Add a Device',
  hideReady: 'Hide This',
  done: '(done)',
  toDo: '(to do)',
  start: 'Start',
  /** Agrees to a step's proposal, unchanged. */
  looksGood: 'Looks Good',
  steps: {
    brand: 'Make it yours',
    program: 'Check how points are earned',
    reward: 'Offer a first reward',
    qrCode: 'Print a QR code',
    staff: 'Invite your team',
    customer: 'Sign up a first customer',
  },
  hints: {
    brand: 'Your logo and colors on every customer’s card.',
    program: 'One point per dollar, unless you choose otherwise.',
    reward: 'Something people come back for.',
    qrCode: 'Customers scan it to join in under a minute.',
    staff: 'They work the counter and see no settings.',
    customer: 'Try it yourself: you can be the first.',
  },
}

export const setUpTexts = textsOf('setUp', setUp)
