/** Sample customers for a new owner to try the product with. */
import { textsOf } from './language.ts'

export const sample = {
  offer: 'Not ready for real customers? Try everything with invented ones first.',
  offline: 'Loading sample customers needs an internet connection.',
  load: 'Load Sample Customers',
  loaded: 'Sample customers loaded',
  loadedHint: (count: number) => `${count} invented customers with two months of purchases.`,
  notLoaded: 'Sample customers not loaded',
  there: (count: number) =>
    `You’re looking at ${count} sample customers. They’re marked “(sample)”. This page counts them; your analytics don’t.`,
  thereOffline: (count: number) =>
    `You’re looking at ${count} sample customers. This page counts them; your analytics don’t. Connect to the internet to remove them.`,
  remove: 'Remove Sample Customers',
  removeTitle: 'Remove the sample customers?',
  removeHint:
    'They go with their points, their coupons, and everything you tried on them. Your own customers stay.',
  removed: 'Sample customers removed',
  removedHint: 'Nothing of them is left.',
  notRemoved: 'Sample customers not removed',
}

export const sampleTexts = textsOf('sample', sample)
