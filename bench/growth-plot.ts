/** Draws ratios over sizes, both logarithmic, as an SVG for docs/scale.md. */
import { writeFileSync } from 'node:fs'

export interface Line {
  what: string
  /** By size; the first is the baseline. */
  ratios: number[]
}

export interface Panel {
  title: string
  sizes: readonly number[]
  lines: Line[]
}

const [width, height] = [860, 300]
const [left, right, top, bottom] = [48, 560, 36, 270]
const [least, most] = [0.5, 100]
/** A call that grows less is drawn gray, without a name. */
const namedFrom = 1.5
/** Told apart in any color vision, on white (Okabe and Ito). */
const colors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9']
const lineHeight = 15

export function drawPanels(path: string, panels: readonly Panel[]): void {
  const parts = panels.map(
    (panel, n) => `<g transform="translate(0 ${n * height})">${draw(panel)}</g>`,
  )
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * panels.length}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`,
  )
}

function draw({ title, sizes, lines }: Panel): string {
  const [first = 1, last = 1] = [sizes[0], sizes.at(-1)]
  const xOf = (size: number) =>
    left + ((right - left) * Math.log(size / first)) / Math.log(last / first)
  const yOf = (ratio: number) =>
    bottom - ((bottom - top) * Math.log(Math.max(ratio, least) / least)) / Math.log(most / least)
  const named = lines
    .filter(({ ratios }) => (ratios.at(-1) ?? 0) >= namedFrom)
    .toSorted((one, other) => (other.ratios.at(-1) ?? 0) - (one.ratios.at(-1) ?? 0))
  const pathOf = ({ ratios }: Line, color: string) =>
    `<polyline fill="none" stroke="${color}" stroke-width="2" points="${ratios
      .map((ratio, n) => `${round(xOf(sizes[n] ?? first))},${round(yOf(ratio))}`)
      .join(' ')}"/>`
  let free = top
  const names = named.map((line, n) => {
    const y = Math.max(yOf(line.ratios.at(-1) ?? 1), free)
    free = y + lineHeight
    return `<text x="${right + 8}" y="${round(y + 4)}" fill="${colors[n]}">${nameOf(line)}</text>`
  })
  const flat = lines.filter((line) => !named.includes(line))
  const flatY = Math.max(yOf(1), free)
  const [only] = flat
  const flatText = flat.length === 1 && only ? nameOf(only) : `${flat.length} others`
  return [
    `<text x="${left}" y="20" font-weight="bold">${title}</text>`,
    ...[1, 10, 100].map(
      (ratio) =>
        `<path stroke="#ddd" d="M${left} ${round(yOf(ratio))}H${right}"/><text x="${left - 6}" y="${round(yOf(ratio) + 4)}" text-anchor="end" fill="#555">${ratio}×</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${round(xOf(size))}" y="${bottom + 18}" text-anchor="middle" fill="#555">${size.toLocaleString('en-US')}</text>`,
    ),
    ...flat.map((line) => pathOf(line, '#999')),
    ...named.map((line, n) => pathOf(line, colors[n] ?? '#000')),
    ...names,
    `<text x="${right + 8}" y="${round(flatY + 4)}" fill="#555">${flatText}</text>`,
  ].join('\n')
}

const round = (value: number) => Math.round(value)
const ratioText = (ratio = Number.NaN) => `${ratio.toFixed(ratio < 10 ? 1 : 0)}×`
const nameOf = ({ what, ratios }: Line) => `${what}: ${ratioText(ratios.at(-1))}`
