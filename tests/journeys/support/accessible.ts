/** Runs axe on a page of a journey; accessibility.spec.ts runs it on every screen. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The default mode opens a blank page for frames of other origins; our pages have none.
    .setLegacyMode()
    // Rules that pass are not read.
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}
