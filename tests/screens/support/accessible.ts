/** Runs axe on a screen, by the rules that need neither layout nor style sheet. */
import axe from 'axe-core'
import { expect } from 'vitest'

const needLayout = [
  ...['color-contrast', 'target-size', 'scrollable-region-focusable', 'region'],
  // With an open dialog, this rule checks which elements cover others.
  'aria-hidden-focus',
]
axe.configure({ rules: needLayout.map((id) => ({ id, enabled: false })) })

/** A run of axe takes as long as a test, so each state of a screen is checked once. */
const seen = new Set<string>()

export async function expectAccessible(): Promise<void> {
  const state = stateOf(document.body)
  if (seen.has(state)) return
  seen.add(state)
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

/** @returns the screen and the kinds of elements on it: another row of a list is no new state */
function stateOf(body: HTMLElement): string {
  const kinds = new Set([...body.querySelectorAll('*')].map(kindOf))
  const ids = /[\da-f]{8}-[\da-f-]{27}/g
  return [document.title, location.pathname.replace(ids, ''), ...[...kinds].sort()].join('\n')
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
