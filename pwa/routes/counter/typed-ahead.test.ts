/** Keys typed before the amount field is ready all go to the amount. */
import { afterEach, expect, test } from 'vitest'
import { beginTypingAhead, endTypingAhead, typeAhead } from './typed-ahead.ts'

afterEach(() => void endTypingAhead())

const press = (...keys: string[]) =>
  keys.map((key) => typeAhead({ key, ctrlKey: false, metaKey: false, altKey: false }))

test('holds only the keys typed between the search and the amount', () => {
  expect(press('1', 'Enter')).toEqual([false, false])
  beginTypingAhead()
  expect(press('1', '3', 'Backspace', '2', '0', 'Tab')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(endTypingAhead()).toEqual({ text: '120', isEntered: false })
  expect(press('1')).toEqual([false])
  expect(endTypingAhead()).toEqual({ text: '', isEntered: false })
})

test('ignores keys typed after the Enter that ends the amount', () => {
  beginTypingAhead()
  expect(press('Enter', '1', '2', 'Enter', '5', '7', 'Backspace', 'Enter')).not.toContain(false)
  expect(endTypingAhead()).toEqual({ text: '12', isEntered: true })
})

test('discards held keys on Escape', () => {
  beginTypingAhead()
  expect(press('1', 'Escape', '2')).toEqual([true, false, false])
  expect(endTypingAhead()).toEqual({ text: '', isEntered: false })
})
