/** Translates a page in place as Chrome does: it moves each text into new elements. */
import type { Page } from '@playwright/test'

export function translatePage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement
      if (text.data.trim() === '' || !parent || parent.closest('script, style')) continue
      if (!parent.closest('[translate="no"]')) texts.push(text)
    }
    for (const text of texts) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    return texts.length
  })
}
