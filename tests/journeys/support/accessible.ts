/** What axe finds wrong on a page that a journey comes by; accessibility.spec.ts looks at every screen. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The other mode opens a blank page for frames of other origins: there are none.
    .setLegacyMode()
    // Of what passes, nothing is read.
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}
