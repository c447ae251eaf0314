/** The figures beside a chart are whole, and take no more room than they need. */
import { expect, test } from 'vitest'
import { axisWidthOf } from './chart-options.ts'

/** What the widest digit of 13 px takes, as measured in the font of the screens. */
const digitWidthMax = 7.5

test.each(['0', '100%', '$200.00', '$12,000.00'])('leaves room for %s', (label) => {
  const width = axisWidthOf(['0', label])
  expect(width).toBeGreaterThan(label.length * digitWidthMax + 5)
  expect(width).toBeLessThan(label.length * digitWidthMax + 24)
})

test('gives an axis without figures a width', () => {
  expect(axisWidthOf(null)).toBeGreaterThan(0)
})
