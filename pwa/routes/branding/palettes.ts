/** Brands made from one color: the proposed ones, and the colors that follow any other. */
import type { BrandColors } from '#schema/contract/branding.ts'
import { isColor, luminanceOf, mixColors, white } from '#schema/contract/color.ts'

/** palettes.test.ts proves that text is readable on each without a correction. */
export const palettes = [
  { name: 'forest', primaryColor: '#14594A' },
  { name: 'ocean', primaryColor: '#0B5A8A' },
  { name: 'navy', primaryColor: '#24386B' },
  { name: 'plum', primaryColor: '#6A2C70' },
  { name: 'berry', primaryColor: '#A1214D' },
  { name: 'brick', primaryColor: '#A63D20' },
  { name: 'coffee', primaryColor: '#5E4032' },
  { name: 'charcoal', primaryColor: '#2F3437' },
] as const

export function paletteOf(primaryColor: string): BrandColors {
  const follower = shadeOf(primaryColor)
  return { primaryColor, secondaryColor: follower, accentColor: follower }
}

/** The same hue: lighter for a nearly black color, darker for others. */
export function shadeOf(color: string): string {
  if (!isColor(color)) return color
  const isDark = luminanceOf(color) < 0.03
  return mixColors(color, isDark ? white : '#000000', isDark ? 0.25 : 0.3).toUpperCase()
}
