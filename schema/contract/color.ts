/** Calculations with `#RRGGBB` colors: contrast as WCAG 2.2 defines it, and mixing. */
export const contrastMin = 4.5
/** From this contrast on, a color is close enough to carrying white text. */
const nearlyWhiteMin = 3
const dark = '#16130d'
export const white = '#ffffff'

type Rgb = [number, number, number]

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [low, high] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/**
 * Mixes like CSS in srgb.
 * @param share of the second color, 0 to 1
 */
export function mixColors(a: string, b: string, share: number): string {
  const [from, to] = [rgbOf(a), rgbOf(b)]
  const part = (index: number) =>
    Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(0)}${part(1)}${part(2)}`
}

/** The color itself, or the first mix towards another color that passes the test. */
export function mixUntil(
  color: string,
  towards: string,
  isEnough: (mixed: string) => boolean,
): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mixColors(color, towards, share)
    if (isEnough(mixed)) return mixed
  }
  return towards
}

function rgbOf(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb
}

/** Relative luminance as in WCAG 2.2. */
export function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * A fill as close to the color as its text allows, with that text color. On blues, reds and violets
 * people expect white text, so the fill is darkened slightly for it.
 */
export function fillFor(color: string): { fill: string; text: string } {
  const text = contrastOf(color, white) >= nearlyWhiteMin ? white : dark
  return { fill: readableBehind(color, text), text }
}

function readableBehind(color: string, text: string): string {
  return mixUntil(color, awayFrom(text), (mixed) => contrastOf(mixed, text) >= contrastMin)
}

export function awayFrom(text: string): string {
  return text === white ? '#000000' : white
}
