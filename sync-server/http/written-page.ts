/**
 * The public sign-up page and a customer's card as the server writes them: what they show is in the
 * first answer, with the style sheet, so that a phone shows it after one round trip. The app takes
 * over from it; without scripts the form is sent as it is (http/plain-sign-up.ts). Whatever goes
 * wrong here, the app's own page is sent, which asks for itself and works offline.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { describeFault } from '#sync-server/database/fault.ts'
import { readCustomerPage } from '#sync-server/loyalty/customer.ts'
import { lookUpSignUp } from '#sync-server/loyalty/look-up.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { openAsHolder } from './customer.ts'
import { codeGuess, countingMisses } from './misses.ts'
import { intoShell, languagesOf, loadPages, type RefusedForm } from './page-shell.ts'
import type { HttpEnv } from './route.ts'

/** @returns null when the app's own page has to do */
export function writeSignUpPage(
  context: Context<HttpEnv>,
  server: Server,
  distFolder: string,
  refused: RefusedForm | null = null,
): Promise<string | null> {
  const code = context.req.param('code') ?? ''
  return orAppPage(context, server, async () => {
    const lookUp = await withinPatience(server, lookUpQuietly(context, server, code))
    if (!lookUp) return null
    const pages = await loadPages(distFolder)
    const page = pages.writeSignUpPage({
      code,
      lookUp,
      languages: languagesOf(context.req.header('accept-language')),
      onceKey: randomUUID(),
      refused,
    })
    return await intoShell(page, distFolder, 'join.html')
  })
}

/** @returns null when the app's own page has to do */
export function writeCardPage(
  context: Context<HttpEnv>,
  server: Server,
  distFolder: string,
): Promise<string | null> {
  const customerId = context.req.param('customerId') ?? ''
  const { config } = server
  return orAppPage(context, server, async () => {
    const card = await withinPatience(server, readCard(context, server, customerId))
    if (!card) return null
    const pages = await loadPages(distFolder)
    const page = pages.writeCardPage({
      customerId,
      page: card,
      languages: languagesOf(context.req.header('accept-language')),
      // In development it has several names; elsewhere nothing else is answered (caller.ts).
      origin: config.loopback ? new URL(context.req.url).origin : config.publicUrl,
    })
    return await intoShell(page, distFolder, 'join.html')
  })
}

let pagesUnderWay = 0

/**
 * Whatever goes wrong, and beyond so many pages at once and for one network: the app's own page
 * costs next to nothing.
 */
async function orAppPage(
  context: Context<HttpEnv>,
  server: Server,
  write: () => Promise<string | null>,
): Promise<string | null> {
  if (pagesUnderWay >= serverLimits.writtenPagesAtOnce) return null
  pagesUnderWay += 1
  try {
    server.admission.writePage(context.var.origin.network)
    return await write()
  } catch (error) {
    if (!(error instanceof Refusal))
      server.log('page not written', { reason: describeFault(error) })
    return null
  } finally {
    pagesUnderWay -= 1
  }
}

/** By the key alone, whatever session the browser has: the app reads it so, too. */
async function readCard(context: Context<HttpEnv>, server: Server, customerId: string) {
  const { origin } = context.var
  const opened = await openAsHolder({ params: { customerId }, context, origin }, server)
  return server.doors.tenant(opened.businessId, (tenant) =>
    readCustomerPage(tenant, opened, customerId, server.clock.now()),
  )
}

/** The opening is counted by the app, with an id that a reload keeps; this is no scan. */
function lookUpQuietly(context: Context<HttpEnv>, server: Server, code: string) {
  const { origin } = context.var
  return countingMisses(server, origin, codeGuess(code), () =>
    lookUpSignUp(server, { code, scanId: undefined, isScan: () => false, origin }),
  )
}

/** A database that is slow or gone must not keep the page: it works without one. */
async function withinPatience<Found>(
  { config }: Server,
  finding: Promise<Found>,
): Promise<Found | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), config.pagePatienceMs)
  })
  finding.catch(() => {})
  try {
    return await Promise.race([finding, late])
  } finally {
    clearTimeout(timer)
  }
}
