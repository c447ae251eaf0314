/**
 * Finds text that breaks when a browser translates the page. Chrome moves each text node into
 * elements of its own; React can then neither insert an element before such a text, nor change or
 * remove it (facebook/react#11538). A text that is an element's only child survives, so every text
 * beside changing content needs its own element. Uses syntax only: an expression counts as text
 * unless it clearly isn't.
 */
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node

/** The possible values of an element's child. */
interface Part {
  text: boolean
  /** It may be absent or different on the next render. */
  changes: boolean
}

const fixedText: Part = { text: true, changes: false }
const fixedElement: Part = { text: false, changes: false }
const text: Part = { text: true, changes: true }
const element: Part = { text: false, changes: true }

/** Properties and parameters that hold elements or nothing. */
const elementNames =
  /^(icon|actions?|aside|head|lead|tools|brand|leave|notice|button|createButton|businessChoice|empty|rendered)$/
/** Frames whose children are whole parts of a screen. */
const frames =
  /(account-frame|member-card|task-header|outcome-card|feature|security-part|platform-frame|audience-fields|till-gate)\.tsx$/

/** @returns `path:line` of each element and component that has such a text */
export function findBareTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const variables = variablesOf(program)
  const found: string[] = []
  const report = (node: Node) =>
    found.push(`${path}:${source.slice(0, node.start).split('\n').length}`)

  function partsOf(node: Node | null): Part[] {
    switch (node?.type) {
      case 'JSXText':
        return node.value.trim() === '' ? [] : [fixedText]
      case 'Literal':
        return ['string', 'number'].includes(typeof node.value) && node.value !== ' '
          ? [fixedText]
          : []
      case 'JSXElement':
        return [fixedElement]
      case 'JSXFragment':
        return node.children.flatMap(partsOf)
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'ChainExpression':
        return partsOf(node.expression)
      case 'ConditionalExpression':
        return either(partsOf(node.consequent), partsOf(node.alternate))
      case 'LogicalExpression':
        return either(node.operator === '&&' ? [] : partsOf(node.left), partsOf(node.right))
      case 'Identifier':
        return partsOfName(node.name)
      case 'MemberExpression':
        if (isNamed(node.property, elementNames)) return [element]
        return [isCatalog(node) ? fixedText : text]
      case 'CallExpression':
        return partsOfCall(node)
      case 'JSXEmptyExpression':
      case undefined:
        return []
      default:
        return [text]
    }
  }

  function partsOfName(name: string): Part[] {
    if (name === 'undefined') return []
    if (elementNames.test(name) || (name === 'children' && frames.test(path))) return [element]
    const value = variables.get(name)
    return value && hasMarkup(value) ? either(partsOf(value), []) : [text]
  }

  function partsOfCall({ callee, arguments: [first] }: ESTree.CallExpression): Part[] {
    if (isNamed(callee, /^createPortal$/)) return partsOf(first ?? null)
    if (isNamed(callee, /^children$/)) return [element]
    const isMap = callee.type === 'MemberExpression' && isNamed(callee.property, /^map$/)
    const made = isMap ? first : callee.type === 'Identifier' && variables.get(callee.name)
    return [made && hasMarkup(made) ? element : text]
  }

  function visit(node: Node) {
    if (node.type === 'FunctionDeclaration' && /^[A-Z]/.test(node.id?.name ?? '') && node.body) {
      const returns = hasMarkup(node) ? returnsOf(node.body) : []
      for (const each of returns) if (partsOf(each.argument).some((part) => part.text)) report(each)
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const parts = node.children.flatMap(partsOf)
      const isMixed = node.type === 'JSXFragment' || parts.length > 1
      if (isMixed && parts.some((part) => part.text) && parts.some((part) => part.changes)) {
        report(node)
      }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return found
}

/** Either alternative, and possibly the other one on the next render. */
function either(one: Part[], other: Part[]): Part[] {
  const [longer, shorter] = one.length < other.length ? [other, one] : [one, other]
  return longer.map((part, index) => (part.text || shorter[index]?.text ? text : element))
}

function isNamed(node: Node, names: RegExp): boolean {
  return node.type === 'Identifier' && names.test(node.name)
}

/** A sentence of the catalog, which never changes while the page is open. */
function isCatalog(node: ESTree.MemberExpression): boolean {
  if (node.computed) return false
  return node.object.type === 'MemberExpression'
    ? isCatalog(node.object)
    : isNamed(node.object, /texts$/i)
}

function variablesOf(node: Node, known = new Map<string, Node>()): Map<string, Node> {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
    known.set(node.id.name, node.init)
  }
  if (node.type === 'FunctionDeclaration' && node.id) known.set(node.id.name, node)
  for (const child of childrenOf(node)) variablesOf(child, known)
  return known
}

/** The function's own returns, excluding nested functions. */
function returnsOf(node: Node): ESTree.ReturnStatement[] {
  if (node.type === 'ReturnStatement') return [node]
  if (/Function/.test(node.type)) return []
  return childrenOf(node).flatMap(returnsOf)
}

function hasMarkup(node: Node): boolean {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return true
  return childrenOf(node).some(hasMarkup)
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/**
 * @returns the opening tags around single codes, names (`bdi`) and amounts that lack
 * `translate="no"`
 */
export function findTranslatable(path: string, source: string): ESTree.JSXOpeningElement[] {
  const found: ESTree.JSXOpeningElement[] = []
  const visit = (node: Node) => {
    if (node.type === 'JSXElement' && isVerbatim(node) && !isKept(node.openingElement)) {
      found.push(node.openingElement)
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(path, source).program)
  return found
}

function isVerbatim({ openingElement, children }: ESTree.JSXElement): boolean {
  const { name } = openingElement
  if (name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)) return false
  if (name.name === 'bdi') return true
  const [only, ...others] = children.filter(
    (child) => child.type !== 'JSXText' || child.value.trim(),
  )
  return (
    others.length === 0 &&
    only?.type === 'JSXExpressionContainer' &&
    isVerbatimValue(only.expression)
  )
}

function isVerbatimValue(node: Node): boolean {
  if (node.type === 'CallExpression') return isNamed(node.callee, /^format(Money|Number|Count)$/)
  if (node.type === 'MemberExpression') return !node.computed && isVerbatimValue(node.property)
  return isNamed(node, /^(code|welcomeCoupon|codeEnding|couponCode)$/)
}

function isKept({ attributes }: ESTree.JSXOpeningElement): boolean {
  return attributes.some(
    (each) =>
      each.type === 'JSXAttribute' &&
      each.name.type === 'JSXIdentifier' &&
      each.name.name === 'translate',
  )
}
