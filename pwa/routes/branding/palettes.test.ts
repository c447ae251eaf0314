/** Each proposed palette needs no correction of its colors. */
import { expect, test } from 'vitest'
import { brandProperties } from '#pwa/ui/brand.ts'
import { paletteOf, palettes } from './palettes.ts'

test.each(palettes)('text is readable on $name as it is', ({ primaryColor }) => {
  const palette = paletteOf(primaryColor)
  const shown = brandProperties(palette)
  expect(shown?.primary.toUpperCase()).toBe(primaryColor)
  expect(shown?.secondary.toUpperCase()).toBe(palette.secondaryColor)
})
