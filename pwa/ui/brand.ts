/**
 * A business's colors with guaranteed contrast: text on them, and the colors used as text, reach
 * 4.5:1 (WCAG 2.2, 1.4.3) in light and dark, whatever colors the business chose.
 */
import {
  awayFrom,
  contrastMin,
  contrastOf,
  fillFor,
  isColor,
  mixColors,
  mixUntil,
  white,
} from '#schema/contract/color.ts'

export interface BrandColors {
  primaryColor: string
  secondaryColor: string
  accentColor: string
}

/** `paper` and `surface` of pwa/styles.css, and the share of color in `brand-soft` there. */
const pages = { light: ['#faf8f4', '#ffffff'], dark: ['#151412', '#1e1c19'] } as const
const softShare = 0.1

const properties = ['primary', 'secondary', 'accent', 'on-primary', 'text', 'accent-text'] as const

/** Sets the brand's custom properties on an element; does nothing if a color is not `#RRGGBB`. */
export function applyBrand(element: HTMLElement, colors: BrandColors): void {
  for (const [name, value] of Object.entries(brandStyle(colors))) {
    element.style.setProperty(name, value)
  }
}

/** The same properties as a style object; empty if a color is not `#RRGGBB`. */
export function brandStyle(colors: BrandColors): Record<string, string> {
  const values = brandProperties(colors)
  if (!values) return {}
  return Object.fromEntries(properties.map((name) => [`--brand-${name}`, values[name]]))
}

/** Restores the product's own colors. */
export function clearBrand(element: HTMLElement): void {
  for (const name of properties) element.style.removeProperty(`--brand-${name}`)
}

export function brandProperties(
  colors: BrandColors,
): Record<(typeof properties)[number], string> | null {
  const { primaryColor, secondaryColor, accentColor } = colors
  if (![primaryColor, secondaryColor, accentColor].every(isColor)) return null
  const { fill, text } = fillFor(primaryColor)
  return {
    primary: fill,
    secondary: farEndOf(fill, secondaryColor, text),
    accent: accentColor,
    'on-primary': text,
    text: inBothThemes(fill),
    'accent-text': inBothThemes(accentColor),
  }
}

/** CSS picks the color by the element's color-scheme, so a theme change needs no second call. */
const inBothThemes = (color: string) =>
  `light-dark(${brandText(color, 'light')}, ${brandText(color, 'dark')})`

/** Adjusts the color until it is readable on the page, on cards and on `brand-soft`. */
export function brandText(fill: string, theme: 'light' | 'dark'): string {
  const [paper, surface] = pages[theme]
  const soft = mixColors(surface, fill, softShare)
  const towards = theme === 'light' ? '#000000' : white
  return mixUntil(fill, towards, (mixed) =>
    [paper, surface, soft].every((background) => contrastOf(mixed, background) >= contrastMin),
  )
}

/** Text must be readable on the whole gradient, not only at its ends. */
function farEndOf(near: string, color: string, text: string): string {
  return mixUntil(color, awayFrom(text), (far) =>
    [0.25, 0.5, 0.75, 1].every(
      (share) => contrastOf(mixColors(near, far, share), text) >= contrastMin,
    ),
  )
}
