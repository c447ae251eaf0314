/**
 * Renders the public sign-up page and a customer's card on the server: their content and style
 * sheet come with the first response, so a phone shows them after one round trip. The app then
 * takes over; without scripts, the form submits as is (http/plain-sign-up.ts). On any failure we
 * send the app's own page, which loads the data itself and works offline.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { describeFault } from '#sync-server/database/fault.ts'
import { readCustomerPage } from '#sync-server/loyalty/customer.ts'
import { lookUpSignUp } from '#sync-server/loyalty/join-by-code.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { codeGuess, countingMisses } from './admission.ts'
import type { HttpEnv } from './call.ts'
import { languagesOf } from './caller.ts'
import { openAsHolder } from './customer.ts'
import { intoShell, loadPages, type RefusedForm } from './page-shell.ts'

/** @returns null to serve the app's own page instead */
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
      languages: languagesOf(context),
      onceKey: randomUUID(),
      refused,
    })
    return await intoShell(page, distFolder, 'join.html')
  })
}

/** @returns null to serve the app's own page instead */
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
      languages: languagesOf(context),
      // In development the server has several hostnames; elsewhere it answers only to publicUrl
      // (caller.ts).
      origin: config.loopback ? new URL(context.req.url).origin : config.publicUrl,
    })
    return await intoShell(page, distFolder, 'join.html')
  })
}

let pagesUnderWay = 0

/**
 * Falls back to the app's own page, which costs next to nothing, on any failure and beyond the
 * limits on concurrent pages and pages per network.
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
    if (!(error instanceof Refusal)) server.log('page.unwritten', { reason: describeFault(error) })
    return null
  } finally {
    pagesUnderWay -= 1
  }
}

/** Reads by key alone, like the app, whatever session the browser has. */
async function readCard(context: Context<HttpEnv>, server: Server, customerId: string) {
  const { origin } = context.var
  const opened = await openAsHolder({ params: { customerId }, context, origin }, server)
  return server.doors.tenant(opened.businessId, (tenant) =>
    readCustomerPage(tenant, opened, customerId, server.clock.now()),
  )
}

/**
 * Looks the code up without counting a scan: the app counts the opening, with an id that a reload
 * keeps.
 */
function lookUpQuietly(context: Context<HttpEnv>, server: Server, code: string) {
  const { origin } = context.var
  return countingMisses(server, origin, codeGuess(code), () =>
    lookUpSignUp(server, { code, scanId: undefined, isScan: () => false, origin }),
  )
}

/** Gives up on a slow or lost database, since the app's page works without one. */
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
