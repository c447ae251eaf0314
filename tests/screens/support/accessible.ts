/** Runs axe on a screen, by the rules that need neither layout nor style sheet. */
import axe from 'axe-core'
import { expect } from 'vitest'

const needLayout = [
  ...['color-contrast', 'target-size', 'scrollable-region-focusable', 'region'],
  // With an open dialog, this rule checks which elements cover others.
  'aria-hidden-focus',
]
axe.configure({ rules: needLayout.map((id) => ({ id, enabled: false })) })

/**
 * The kinds of elements that axe has checked, by screen. A run takes as long as a test, and a screen
 * without a new kind would only show the same elements in another order.
 */
const checked = new Map<string, Set<string>>()

/** The marks of `keep`, which no text, label or title may contain. */
const marks = /[\u2068\u2069]/

export async function expectAccessible(): Promise<void> {
  expect(document.documentElement.outerHTML).not.toMatch(marks)
  const known = checked.get(screenName()) ?? new Set()
  checked.set(screenName(), known)
  const fresh = [...document.body.querySelectorAll('*')]
    .map(kindOf)
    .filter((kind) => !known.has(kind))
  if (fresh.length === 0) return
  for (const kind of fresh) known.add(kind)
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

/** @returns the same for two members, although their ids are in the address */
function screenName(): string {
  const path = location.pathname.replace(/[\da-f]{8}-[\da-f-]{27}/g, '')
  return `${document.title}\n${path}`
}

const valued = ['role', 'type', 'aria-hidden']
const named = /^(aria-.*|alt|title|href|tabindex|disabled)$/

/** The parts of a screen that axe's rules depend on: no words and no look. */
function kindOf(element: Element): string {
  const { parentElement, tagName, textContent } = element
  const values = valued.map((name) => element.getAttribute(name))
  const names = element.getAttributeNames().filter((name) => named.test(name))
  const isEmpty = textContent.trim() === ''
  return [parentElement?.tagName, tagName, ...values, isEmpty, ...names.sort()].join(' ')
}
