/** Sorts what a cashier types into the right sign-up fields. */
import { expect, test } from 'vitest'
import { guessFields } from './guess-fields.ts'

const nobody = { firstName: '', lastName: '', email: '', phone: '' }

test.each([
  ['', nobody],
  ['tamsin', { ...nobody, firstName: 'Tamsin' }],
  ['ana maría de la cruz', { ...nobody, firstName: 'Ana', lastName: 'María De La Cruz' }],
  ['ida 2', { ...nobody, firstName: 'Ida', lastName: '2' }],
  ['tamsin@mail.com', { ...nobody, email: 'tamsin@mail.com' }],
  ['+1 (555) 010-0199', { ...nobody, phone: '+1 (555) 010-0199' }],
  [
    'tamsin ames tamsin@mail.com',
    { ...nobody, firstName: 'Tamsin', lastName: 'Ames', email: 'tamsin@mail.com' },
  ],
  [
    'a2b.99@mail.com 555 010 0199 Tamsin Ames',
    { firstName: 'Tamsin', lastName: 'Ames', email: 'a2b.99@mail.com', phone: '555 010 0199' },
  ],
  ['\u202atamsin\u202c', { ...nobody, firstName: 'Tamsin' }],
  ['\u2067علی\u200cرضا\u2069', { ...nobody, firstName: 'علی\u200cرضا' }],
  ['\ufefftamsin@mail.com\u200b', { ...nobody, email: 'tamsin@mail.com' }],
  ['\u202a+1 555 010 0199\u202c', { ...nobody, phone: '+1 555 010 0199' }],
  ['\u200e+1\u2011555\u2011010\u20110199', { ...nobody, phone: '+1\u2011555\u2011010\u20110199' }],
  ['ana ٠٥٥٥٠١٠٠١٩٩', { ...nobody, firstName: 'Ana', phone: '٠٥٥٥٠١٠٠١٩٩' }],
  ['tel:+15550100199', { ...nobody, phone: '+15550100199' }],
  ['mailto:tamsin@mail.com', { ...nobody, email: 'tamsin@mail.com' }],
])('%s', (typed, fields) => {
  expect(guessFields(typed)).toEqual(fields)
})
