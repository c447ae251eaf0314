/**
 * All visible text must come from the catalogs: a text in a screen would stay English in every
 * language, and the people who review the words would miss it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  [key: string]: unknown
}

/** Text that is the same in every language: names, and examples of code formats. */
const allowed = new Set([
  'Regulars',
  'ABCDEFGHJK',
  'XXXX-XXXX-XXXX-XXXX',
  'Aiko Tanaka',
  'Atelier Noir',
  'Bloom Café',
  'Jo Park',
  'Maya Lindqvist',
  'Rosa Conti',
  'Sunny Cycles',
  'Theo Brandt',
  'Trattoria Rosa',
])
const spokenAttributes = new Set([
  'act',
  'alt',
  'aria-label',
  'cancel',
  'caption',
  'description',
  'hint',
  'label',
  'placeholder',
  'sentence',
  'title',
])
const spokenProperties = new Set(['description', 'label', 'sentence', 'title', 'words'])
const word = /\p{L}{2,}/u
/** 'Nothing to show': a capital, then another word. */
const sentence = /^\p{Lu}[\p{Ll}’']*,? \p{L}/u

const notShown = new Set(['ImportDeclaration', 'TSLiteralType', 'TSInterfaceDeclaration'])

/** Error messages go to logs; people read an error's `sentence`. */
function isForLogs(node: Node): boolean {
  const isSuper = node.type === 'CallExpression' && (node.callee as Node).type === 'Super'
  return isSuper || node.type === 'NewExpression'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText' || node.type === 'Literal') {
    return typeof node.value === 'string' ? node.value.trim() : null
  }
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { raw: string } }[])
    .map(({ value }) => value.raw)
    .join(' ')
    .trim()
}

/** The literals that this node shows to people, whichever branch is chosen. */
function shownBy(node: Node): Node[] {
  if (textOf(node) !== null) return [node]
  if (node.type === 'JSXExpressionContainer') return shownBy(node.expression as Node)
  if (node.type === 'ConditionalExpression') {
    return [...shownBy(node.consequent as Node), ...shownBy(node.alternate as Node)]
  }
  if (node.type === 'LogicalExpression') {
    return [...shownBy(node.left as Node), ...shownBy(node.right as Node)]
  }
  return []
}

function textsIn(code: string, lang: 'ts' | 'tsx'): string[] {
  const found = new Set<string>()
  const add = (nodes: Node[], pattern: RegExp) => {
    for (const text of nodes.map(textOf)) {
      if (text && pattern.test(text) && !allowed.has(text)) found.add(text)
    }
  }
  const visit = (node: Node) => {
    if (notShown.has(node.type) || isForLogs(node)) return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      add((node.children as Node[]).flatMap(shownBy), word)
    } else if (node.type === 'JSXAttribute' && isNode(node.value)) {
      const name = (node.name as { name?: string }).name ?? ''
      if (spokenAttributes.has(name)) add(shownBy(node.value), word)
      if (name === 'className') return
    } else if (node.type === 'Property') {
      const name = (node.key as { name?: string }).name ?? ''
      if (spokenProperties.has(name)) add(shownBy(node.value as Node), /^\p{Lu}\p{Ll}/u)
    }
    add([node], sentence)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseAst(code, { lang }) as unknown as Node)
  return [...found]
}

const screens = readdirSync('pwa', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^texts\//.test(path))
  .map((path) => `pwa/${path}`)
  .sort()

test('requires every screen to take its texts from a catalog', () => {
  expect(screens.length).toBeGreaterThan(200)
  const written = screens.flatMap((path) => {
    const texts = textsIn(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts')
    return texts.map((text) => `${path}: ${text}`)
  })
  expect(written).toEqual([])
})

test('finds hard-coded text wherever JSX can contain it', () => {
  const found = textsIn(
    `
    const toast = { title: 'Saved', tone: 'plain' }
    const sentence = busy ? 'Please wait here' : \`You have \${count} left\`
    const screen = (
      <Field label="Amount" name="amount" className="Not shown here" hint={open ? 'As printed' : null}>
        Earned so far {isLate && 'Too late'} {texts.known}
      </Field>
    )
  `,
    'tsx',
  )
  expect(found).toEqual(
    expect.arrayContaining([
      'Saved',
      'Please wait here',
      'You have   left',
      'Amount',
      'As printed',
      'Earned so far',
      'Too late',
    ]),
  )
  expect(found).not.toContain('Not shown here')
})
