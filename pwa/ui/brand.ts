/**
 * A business's colors, with contrast kept: the text on them and they themselves as text reach
 * 4.5:1 (WCAG 2.2, 1.4.3), in light and dark.
 */
export interface BrandColours {
  primaryColor: string
  secondaryColor: string
  accentColor: string
}

type Rgb = [number, number, number]

const backgrounds = { light: '#ffffff', dark: '#1f1d1a' } as const
const contrastMin = 4.5

/** Sets the brand's custom properties on an element; what is not `#RRGGBB` is left out. */
export function applyBrand(element: HTMLElement, colours: BrandColours): void {
  const { primaryColor, secondaryColor, accentColor } = colours
  if (![primaryColor, secondaryColor, accentColor].every(isColour)) return
  const theme = element.ownerDocument.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
  const background = fillFor(primaryColor)
  const { style } = element
  style.setProperty('--brand-primary', background.fill)
  style.setProperty('--brand-on-primary', background.text)
  // The far end of a gradient carries the same text.
  style.setProperty('--brand-secondary', readableBehind(secondaryColor, background.text))
  style.setProperty('--brand-accent', accentColor)
  style.setProperty('--brand-text', readableOn(primaryColor, backgrounds[theme]))
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** WCAG 2.2 contrast ratio of two `#RRGGBB` colors, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [low, high] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** A fill as near to the color as its text allows, with that text. */
export function fillFor(colour: string): { fill: string; text: string } {
  const text =
    contrastOf(colour, '#ffffff') >= contrastOf(colour, '#16130d') ? '#ffffff' : '#16130d'
  return { fill: readableBehind(colour, text), text }
}

/** The color itself, or darker or lighter until it can be read on the background. */
export function readableOn(colour: string, background: string): string {
  const towards = luminanceOf(background) > 0.4 ? '#000000' : '#ffffff'
  return mixUntil(colour, towards, (mixed) => contrastOf(mixed, background) >= contrastMin)
}

function readableBehind(colour: string, text: string): string {
  const towards = text === '#ffffff' ? '#000000' : '#ffffff'
  return mixUntil(colour, towards, (mixed) => contrastOf(mixed, text) >= contrastMin)
}

function mixUntil(colour: string, towards: string, enough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, towards, share)
    if (enough(mixed)) return mixed
  }
  return towards
}

function mix(a: string, b: string, share: number): string {
  const [from, to] = [rgbOf(a), rgbOf(b)]
  const part = (index: number) =>
    Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(0)}${part(1)}${part(2)}`
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
