/** The steps of closing an account. */
import { expect, test } from 'vitest'
import { reduceClosing } from './use-closing.ts'

const here = { unsent: 2, refused: 0, offline: false }
const open = { step: 'open' } as const
const asking = { step: 'asking', closing: 'erase', here } as const
const closing = { step: 'closing' } as const
const closed = { step: 'closed' } as const

test.each([
  ['asks', open, 'asked', asking],
  ['asks about the later choice', { ...asking, closing: 'deactivate' }, 'asked', asking],
  ['asks nothing while it closes', closing, 'asked', closing],
  ['asks nothing once closed', closed, 'asked', closed],
  ['goes back', asking, 'canceled', open],
  ['cannot go back while it closes', closing, 'canceled', closing],
  ['closes', asking, 'confirmed', closing],
  ['stays closed until the redirect', closing, 'closed', closed],
  ['offers both again after a failure', closing, 'failed', open],
] as const)('%s', (_, before, kind, after) => {
  expect(reduceClosing(before, { kind, closing: 'erase', here })).toEqual(after)
})
