import { expect, test } from 'vitest'
import { findBareTexts, findTranslatable } from './bare-text.ts'
import { readSources } from './source.ts'

test('wraps every text beside changing content in its own element', () => {
  const screens = readSources().filter(({ path }) => /^pwa\/.*\.tsx$/.test(path))
  expect(screens.length).toBeGreaterThan(200)
  expect(screens.flatMap(({ path, text }) => findBareTexts(path, text))).toEqual([])
})

test.each([
  '<button>{busy && <Spinner />}{children}</button>',
  '<p>{count} points</p>',
  '<p><Icon />{title}</p>',
  '<p>Saved {count > 0 && <b>now</b>}</p>',
  '<p>{texts.title}{isOpen ? <b /> : null}</p>',
  '<p>{open ? texts.one : texts.other} <i /></p>',
  '<Button><Printer />{texts.printCount(count)}</Button>',
  '<p><b />{texts.names[kind]}</p>',
  '<ul>{rows.map((row) => <li key={row} />)}{texts.none}{more && <li />}</ul>',
  '<>{sentence}</>',
])('finds the text of %s', (markup) => {
  expect(findBareTexts('screen.tsx', `export const screen = () => (${markup})`)).toHaveLength(1)
})

test.each(['return open ? <b /> : title', 'if (open) return <b />; return texts.of(title)'])(
  'finds a component that may be a text alone: %s',
  (body) => {
    expect(findBareTexts('screen.tsx', `function Screen() { ${body} }`)).toHaveLength(1)
  },
)

test.each([
  '<p>{count}</p>',
  '<p><Icon />{texts.title}</p>',
  '<p>{open ? texts.one : <b />}</p>',
  '<p>{busy && <Spinner />}<span>{children}</span></p>',
  '<p><b />{open && <i />}{rows.map((row) => <li key={row} />)}</p>',
])('accepts %s', (markup) => {
  expect(findBareTexts('screen.tsx', `export const screen = () => (${markup})`)).toEqual([])
})

test('excludes codes, names and amounts from translation', () => {
  const screens = readSources().filter(({ path }) => /^pwa\/.*\.tsx$/.test(path))
  const lacking = screens.flatMap(({ path, text }) => findTranslatable(path, text).map(() => path))
  expect(lacking).toEqual([])
  const markup = '<p><bdi>{name}</bdi><b>{coupon.code}</b><i>{formatMoney(amount)}</i></p>'
  expect(findTranslatable('screen.tsx', `const screen = ${markup}`)).toHaveLength(3)
})
