/**
 * Pages that the server renders, so that a phone shows them before any script has loaded, or
 * without scripts. Built for Node beside the app (vite.config.ts); React escapes their content.
 */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { CardFrame } from '#pwa/routes/card/card-frame.tsx'
import { SignUpPage } from '#pwa/routes/join/page-frame.tsx'
import { LandingScreen } from '#pwa/routes/landing/landing.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { catalog } from '#pwa/texts/es/catalog.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import { type Language, preferredLanguage, setLanguage } from '#pwa/texts/language.ts'
import { type BrandColors, brandStyle } from '#pwa/ui/brand.ts'
import {
  cardElementId,
  lookUpElementId,
  type PageCard,
  type PageLookUp,
} from '#pwa/visitor/page-json.ts'
import { qrPath } from '#pwa/visitor/qr-path.ts'
import type { EditedSignUp } from '#pwa/visitor/use-sign-up.ts'
import type { PublicBusiness } from '#schema/contract/public-business.ts'

export interface AskedCard extends Omit<PageCard, 'code'> {
  languages: readonly string[]
  /** The origin of the address in the member's QR code. */
  origin: string
}

export interface AskedPage extends PageLookUp {
  /** From the browser's Accept-Language header, preferred language first. */
  languages: readonly string[]
  onceKey: string
  /** The rejected form and the reason for the rejection; null when the page is only opened. */
  refused: Omit<EditedSignUp, 'operationId'> | null
}

export interface WrittenPage {
  language: string
  /** The business's colors, for the root element, where the app sets and removes them. */
  style: string
  /** Appended to the document's head. */
  head: string
  /** Replaces the page's frame element. */
  frame: string
}

export const languageOf = preferredLanguage

function speak(language: Language): void {
  setLanguage(language, language === 'es' ? catalog : {})
}

/** Its links are plain addresses, so they work before the app has loaded. */
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
  return { language, style: '', head: '<title>Regulars</title>', frame }
}

export function writeSignUpPage(asked: AskedPage): WrittenPage {
  const { code, lookUp, languages, onceKey, refused } = asked
  const language = preferredLanguage(languages)
  // Rendering is synchronous, so no other request can change the language during it.
  speak(language)
  const edited = refused && { ...refused, operationId: '' }
  const frame = renderToStaticMarkup(
    <div id="frame">
      <SignUpPage code={code} lookUp={lookUp} shownAsOf={null} plain={{ onceKey, edited }} />
    </div>,
  )
  const title = joinTexts.documentTitle(lookUp.business.name)
  const head = headOf<PageLookUp>(title, lookUp.business, lookUpElementId, { code, lookUp })
  return { language, style: styleOf(lookUp.business), head, frame }
}

export function writeCardPage({ customerId, page, languages, origin }: AskedCard): WrittenPage {
  const language = preferredLanguage(languages)
  speak(language)
  const text = `${origin}/member/${page.customer.memberId}`
  const drawn = qrPath(text)
  const frame = renderToStaticMarkup(
    <div id="frame">
      <CardFrame page={page} drawn={drawn} />
    </div>,
  )
  const title = cardTexts.documentTitleOf(page.business.name)
  const head = headOf<PageCard>(title, page.business, cardElementId, {
    customerId,
    page,
    code: { text, drawn },
  })
  return { language, style: styleOf(page.business), head, frame }
}

function styleOf(business: BrandColors): string {
  const brand = Object.entries(brandStyle(business))
  return brand.map(([name, value]) => `${name}:${value}`).join(';')
}

/** The head of a page whose data the app reads from a JSON block. */
function headOf<Facts>(
  title: string,
  { name, touchIcon }: PublicBusiness,
  elementId: string,
  facts: Facts,
): string {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  const brand = renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="apple-mobile-web-app-title" content={name} />
      <link rel="apple-touch-icon" href={touchIcon} />
    </>,
  )
  return `${brand}<script type="application/json" id="${elementId}">${json}</script>`
}
