/** A chart's axis fits its longest label and takes no more space than needed. */
import { expect, test } from 'vitest'
import { axisWidthOf } from './chart-options.ts'

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
