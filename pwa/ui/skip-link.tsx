/**
 * Lets keyboard users skip the parts that every screen repeats; the screen needs a `<main
 * id="content">`.
 */
import { uiTexts } from '#pwa/texts/ui.ts'

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
    >
      {uiTexts.skipToContent}
    </a>
  )
}
