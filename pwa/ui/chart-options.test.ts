/** A chart's axis fits its longest label, and its keys stay among its points. */
import { expect, test } from 'vitest'
import { axisWidthOf, placeFor } from './chart-options.ts'

/** The widest digit at 13 px, measured in the screens' font. */
const digitWidthMax = 7.5

test.each(['0', '100%', '$200.00', '$12,000.00'])('leaves room for %s', (label) => {
  const width = axisWidthOf(['0', label])
  expect(width).toBeGreaterThan(label.length * digitWidthMax + 5)
  expect(width).toBeLessThan(label.length * digitWidthMax + 24)
})

test('gives an axis without figures a width', () => {
  expect(axisWidthOf(null)).toBeGreaterThan(0)
})

test.each([
  ['ArrowRight', null, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 6, 6],
  ['ArrowLeft', null, 6],
  ['ArrowLeft', 0, 0],
  ['Home', 3, 0],
  ['End', null, 6],
  ['a', 3, undefined],
])('%s leads from %s to %s in a chart of a week', (key, at, next) => {
  expect(placeFor(key, at, 7)).toBe(next)
})
