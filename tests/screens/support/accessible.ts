/** Runs axe on a screen, by the rules that need neither layout nor style sheet. */
import axe from 'axe-core'
import { expect } from 'vitest'

const needLayout = [
  ...['color-contrast', 'target-size', 'scrollable-region-focusable', 'region'],
  // With an open dialog, this rule checks which elements cover others.
  'aria-hidden-focus',
]
axe.configure({ rules: needLayout.map((id) => ({ id, enabled: false })) })

/** A run of axe takes as long as a test, so each screen and each of its dialogs is checked once. */
const seen = new Set<string>()

export async function expectAccessible(): Promise<void> {
  const dialogs = [...document.querySelectorAll('[role$="dialog"]')].map(
    (dialog) => dialog.getAttribute('aria-labelledby') && dialog.querySelector('h2')?.textContent,
  )
  const ids = /[\da-f]{8}-[\da-f-]{27}/g
  const screen = [document.title, location.pathname.replace(ids, ''), ...dialogs].join(' ')
  if (seen.has(screen)) return
  seen.add(screen)
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}
