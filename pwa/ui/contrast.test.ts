/** Every pair of text and background tokens meets WCAG 2.2 AA, and so does every brand. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastOf, fillFor, mixColors } from '#schema/contract/color.ts'
import { brandProperties } from './brand.ts'

const css = readFileSync('pwa/styles.css', 'utf8')

function tokensOf(selector: string): Record<string, string> {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('\n}', from))
  const found = block.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6});/gi)
  return Object.fromEntries([...found].map((match) => [match[1], match[2]]))
}

const light = tokensOf(':root')
const themes = { light, dark: { ...light, ...tokensOf(':root[data-theme="dark"]') } }

const texts: [text: string, backgrounds: string[]][] = [
  ['ink', ['paper', 'surface', 'sunken']],
  ['ink-soft', ['paper', 'surface', 'sunken']],
  ['ink-faint', ['paper', 'surface', 'sunken']],
  ['accent', ['paper', 'surface', 'sunken']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-accent-soft', ['accent-soft']],
  ['success', ['surface', 'paper', 'success-soft']],
  ['warning', ['surface', 'paper', 'warning-soft']],
  ['danger', ['surface', 'paper', 'danger-soft']],
  ['notice', ['surface', 'paper', 'notice-soft']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-loud', ['loud']],
]
/** WCAG 2.2, 1.4.11: edges of controls, focus rings, chart lines. */
const shapes: [shape: string, backgrounds: string[]][] = [
  ['line-strong', ['surface', 'paper']],
  ['focus', ['surface', 'paper', 'sunken']],
  ['chart-1', ['surface']],
  ['chart-2', ['surface']],
  ['chart-3', ['surface']],
  ['chart-4', ['surface']],
]

function pairsOf(list: typeof texts): [string, string][] {
  return list.flatMap(([name, backgrounds]) =>
    backgrounds.map((background): [string, string] => [name, background]),
  )
}

describe.each(Object.entries(themes))('in the %s theme', (_theme, tokens) => {
  function contrastBetween(name: string, background: string): number {
    const [a, b] = [tokens[name], tokens[background]]
    if (!a || !b) throw new Error(`No token ${name} or ${background}`)
    return contrastOf(a, b)
  }

  test.each(pairsOf(texts))('%s is readable as text on %s', (name, background) => {
    expect(contrastBetween(name, background)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairsOf(shapes))('%s is visible as a shape on %s', (name, background) => {
    expect(contrastBetween(name, background)).toBeGreaterThanOrEqual(3)
  })
})

describe('a brand', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)

  test('is readable on its whole gradient', () => {
    fc.assert(
      fc.property(color, color, (primaryColor, secondaryColor) => {
        const values = brandProperties({ primaryColor, secondaryColor, accentColor: '#000000' })
        if (!values) throw new Error('refused')
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
          const place = mixColors(values.primary, values.secondary, share)
          expect(contrastOf(place, values['on-primary'])).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })

  test('is readable as text on every background of both themes', () => {
    fc.assert(
      fc.property(color, color, (primaryColor, accentColor) => {
        const values = brandProperties({ primaryColor, secondaryColor: primaryColor, accentColor })
        for (const [text, fill] of [
          [values?.text, values?.primary],
          [values?.['accent-text'], values?.accent],
        ]) {
          const both = text?.match(/#[0-9a-f]{6}/g) ?? []
          expect(both).toHaveLength(2)
          for (const [at, theme] of [themes.light, themes.dark].entries()) {
            const surface = theme.surface ?? ''
            const soft = mixColors(surface, fill ?? '', 0.1)
            for (const background of [surface, theme.paper ?? '', soft]) {
              expect(contrastOf(both[at] ?? '', background)).toBeGreaterThanOrEqual(4.5)
            }
          }
        }
      }),
    )
  })

  test('keeps a readable color unchanged', () => {
    expect(fillFor('#14594a')).toEqual({ fill: '#14594a', text: '#ffffff' })
  })

  test.each(['red', '#fff', '#12345g', 'url(x)', '#123456;'])('refuses %s', (primaryColor) => {
    expect(
      brandProperties({ primaryColor, secondaryColor: '#000000', accentColor: '#000000' }),
    ).toBeNull()
  })
})
