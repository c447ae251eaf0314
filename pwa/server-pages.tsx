/**
 * The pages that the server writes itself, so that a phone sees them before any script has come,
 * and without one. Built for Node beside the app (vite.config.ts); React escapes what is in them.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { SignUpPage } from '#pwa/routes/join/page-frame.tsx'
import { LandingScreen } from '#pwa/routes/landing/landing.tsx'
import { catalog } from '#pwa/texts/es/catalog.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { type Language, preferredLanguage, setLanguage } from '#pwa/texts/language.ts'
import { brandProperties } from '#pwa/ui/brand.ts'
import { lookUpElementId, type PageLookUp } from '#pwa/visitor/page-look-up.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'

export interface AskedPage extends PageLookUp {
  /** As the browser says, the preferred one first. */
  languages: readonly string[]
  onceKey: string
  /** What was sent and why it was refused; null for a page that is opened. */
  refused: Omit<EditedSignUp, 'operationId'> | null
}

export interface WrittenPage {
  language: string
  /** For the end of the head. */
  head: string
  /** In the place of the frame. */
  frame: string
}

export const languageOf = preferredLanguage

function speak(language: Language): void {
  setLanguage(language, language === 'es' ? catalog : {})
}

/** Its links are addresses: whoever follows one before the app has come gets that page. */
export async function writeLandingPage(language: Language): Promise<WrittenPage> {
  const router = createRouter({
    routeTree: createRootRoute({ component: LandingScreen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  speak(language)
  const frame = renderToStaticMarkup(
    <div id="frame">
      <RouterProvider router={router} />
    </div>,
  )
  return { language, head: '<title>Regulars</title>', frame }
}

export function writeSignUpPage(asked: AskedPage): WrittenPage {
  const { code, lookUp, languages, onceKey, refused } = asked
  const language = preferredLanguage(languages)
  // Rendering is one turn: nobody else's language comes between.
  speak(language)
  const edited = refused && { ...refused, operationId: '' }
  const frame = renderToStaticMarkup(
    <div id="frame">
      <SignUpPage code={code} lookUp={lookUp} shownAsOf={null} plain={{ onceKey, edited }} />
    </div>,
  )
  const brand = Object.entries(brandProperties(lookUp.business) ?? {})
  const style = ':root{'.concat(
    brand.map(([name, value]) => `--brand-${name}:${value}`).join(';'),
    '}',
  )
  const head = renderToStaticMarkup(
    <>
      <title>{joinTexts.documentTitle(lookUp.business.name)}</title>
      <style>{style}</style>
    </>,
  )
  // No script of the page's own: a block of JSON that the app reads.
  const facts = JSON.stringify({ code, lookUp } satisfies PageLookUp).replaceAll('<', '\\u003c')
  return {
    language,
    head: `${head}<script type="application/json" id="${lookUpElementId}">${facts}</script>`,
    frame,
  }
}
