/** The choice that the form of notifications makes. */
import { expect, test } from 'vitest'
import { readChoice } from './use-phone-notifications.ts'

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const night = { quietFrom: '21:30', quietUntil: '09:00' }

test.each([
  [
    'the checked kinds',
    { reward: 'on', points: 'on', ...night },
    { kinds: ['points', 'reward'], ...night },
  ],
  ['no choice without a kind', night, null],
  [
    'the usual hours for emptied ones',
    { coupon: 'on', quietFrom: '', quietUntil: '' },
    { kinds: ['coupon'], quietFrom: '22:00', quietUntil: '08:00' },
  ],
])('reads %s', (_, fields, choice) => {
  expect(readChoice(formWith(fields))).toEqual(choice)
})
